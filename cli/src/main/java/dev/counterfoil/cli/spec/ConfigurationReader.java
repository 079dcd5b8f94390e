// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.spec;

import dev.counterfoil.http.StatusClasses;
import dev.counterfoil.journal.canonical.CanonicalReader;
import dev.counterfoil.journal.canonical.Json;
import dev.counterfoil.journal.canonical.NotCanonicalException;
import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.BackoffKind;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Coded;
import dev.counterfoil.journal.record.Jitter;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.scheduler.exec.ExecCommand;
import dev.counterfoil.scheduler.exec.ExitCodes;
import dev.counterfoil.scheduler.recovery.Book;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.TreeSet;

/** Reads a stored configuration back. The journal has checked its digest, so what is not ours is not damage but another's. */
final class ConfigurationReader {
    private final Json.Members object;

    private ConfigurationReader(Json.Members object) {
        this.object = object;
    }

    static Optional<ProviderConfiguration> read(Bytes stored) {
        try {
            return Optional.of(configuration(of(CanonicalReader.read(stored.toArray(), Bounds.CONFIGURATION_BYTES))))
                    .filter(read -> read.bytes().equals(stored));
        } catch (NotCanonicalException | IllegalArgumentException | NoSuchElementException | ArithmeticException foreign) {
            return Optional.empty();
        }
    }

    private static ProviderConfiguration configuration(ConfigurationReader whole) {
        ConfigurationReader pace = of(whole.member("backoff"));
        Backoff backoff = new Backoff(
                pace.word("kind", BackoffKind.class),
                pace.number("initial_millis"),
                pace.number("max_millis"),
                pace.number("factor_thousandths"),
                pace.word("jitter", Jitter.class));
        List<ProviderConfiguration.Entry> providers = new ArrayList<>();
        for (Json provider : whole.elements("providers")) {
            providers.add(entry(of(provider)));
        }
        return new ProviderConfiguration(
                backoff,
                whole.present("attempt_timeout_millis").map(value -> Duration.ofMillis(number(value))),
                whole.present("input_base64").map(value -> Bytes.of(Base64.getDecoder().decode(text(value)))),
                providers);
    }

    private static ProviderConfiguration.Entry entry(ConfigurationReader provider) {
        Way way = provider.object.member("exec").isPresent() ? exec(of(provider.member("exec"))) : http(of(provider.member("http")));
        return new ProviderConfiguration.Entry(
                new ProviderId(text(provider.member("id"))), way, provider.object.member("receipts").map(book -> receipts(of(book))));
    }

    private static ReceiptsForm receipts(ConfigurationReader book) {
        return new ReceiptsForm(
                text(book.member("url")),
                headers(book),
                Duration.ofMillis(book.number("timeout_millis")),
                book.word("absence", Book.class));
    }

    private static HeaderTexts headers(ConfigurationReader object) {
        Map<String, SecretText> headers = new HashMap<>();
        of(object.member("headers")).object.members().forEach((name, value) -> headers.put(name, new SecretText(text(value))));
        return HeaderTexts.of(headers);
    }

    private static Way exec(ConfigurationReader exec) {
        ExitCodes codes = ExitCodes.of(
                exec.codes("rejected_exit_codes"), exec.codes("retryable_exit_codes"), exec.codes("permanent_exit_codes"));
        return new Way.Exec(new ExecCommand(
                exec.elements("command").stream().map(ConfigurationReader::text).toList(),
                codes,
                ExecCommand.Stdin.valueOf(exec.constant("stdin")),
                ExecCommand.Stderr.valueOf(exec.constant("stderr"))));
    }

    private static Way http(ConfigurationReader http) {
        HeaderTexts headers = headers(http);
        StatusClasses statuses = StatusClasses.of(
                http.codes("rejected_statuses"), http.codes("retryable_statuses"), http.codes("permanent_statuses"));
        return new Way.Http(new HttpForm(text(http.member("url")), headers, text(http.member("content_type")), statuses));
    }

    private static ConfigurationReader of(Json value) {
        if (value instanceof Json.Members members) {
            return new ConfigurationReader(members);
        }
        throw new IllegalArgumentException("not an object");
    }

    private Json member(String name) {
        return object.member(name).orElseThrow();
    }

    private Optional<Json> present(String name) {
        return Optional.of(member(name)).filter(value -> !value.equals(Json.NULL));
    }

    private List<Json> elements(String name) {
        if (member(name) instanceof Json.Elements array) {
            return array.elements();
        }
        throw new IllegalArgumentException("not an array");
    }

    private TreeSet<Integer> codes(String name) {
        TreeSet<Integer> codes = new TreeSet<>();
        elements(name).forEach(code -> codes.add(Math.toIntExact(number(code))));
        return codes;
    }

    private long number(String name) {
        return number(member(name));
    }

    private <E extends Enum<E> & Coded> E word(String name, Class<E> list) {
        return Coded.find(list, text(member(name))).orElseThrow();
    }

    private String constant(String name) {
        return text(member(name)).toUpperCase(Locale.ROOT);
    }

    private static long number(Json value) {
        if (value instanceof Json.Whole whole) {
            return whole.value();
        }
        throw new IllegalArgumentException("not a number");
    }

    private static String text(Json value) {
        if (value instanceof Json.Text text) {
            return text.value();
        }
        throw new IllegalArgumentException("not a text");
    }
}
