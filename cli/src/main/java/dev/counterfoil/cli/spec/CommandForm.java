// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.spec;

import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.journal.canonical.JsonPlace;
import dev.counterfoil.journal.canonical.JsonTree;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Content;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.scheduler.runner.Invocation;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One command as an invocation: {@code run --id ID [options] -- CMD ARG…}. The options are put together to the spec that they stand
 * for, each value at the place of its option, and that is read like any other. Immutable.
 *
 * <p>The command <em>is</em> the request, {@code {"argv":[…]}}. With input the request says its digest and length, and the bytes
 * themselves are stored in the provider configuration, so that {@code recover} can give them to the command again; input may be as long
 * as a request.
 *
 * @param options the options given, by their name without dashes, with their values
 * @param argv the command and its arguments
 * @param input what is given to its stdin
 */
public record CommandForm(Map<String, String> options, List<String> argv, Optional<Bytes> input) {
    /** Options and the member of the spec that each stands for, besides the limits. */
    private static final Map<String, String> MEMBERS = Map.ofEntries(
            Map.entry("id", "id"),
            Map.entry("deadline-at", "deadline_at"),
            Map.entry("attempt-timeout", "attempt_timeout"),
            Map.entry("contract", "operation.contract"),
            Map.entry("scope", "operation.scope"),
            Map.entry("key", "operation.key"),
            Map.entry("doubt", "doubt"),
            Map.entry("backoff", "backoff.kind"),
            Map.entry("backoff-initial", "backoff.initial"),
            Map.entry("backoff-max", "backoff.max"),
            Map.entry("backoff-factor", "backoff.factor"),
            Map.entry("jitter", "backoff.jitter"));

    private static final Map<String, String> CODES = Map.of(
            "rejected-exit", "rejected_exit_codes", "retryable-exit", "retryable_exit_codes", "permanent-exit", "permanent_exit_codes");

    /** Copies the options and the command. */
    public CommandForm {
        options = Map.copyOf(options);
        argv = List.copyOf(argv);
    }

    /**
     * The name of the option for a limit.
     *
     * @param dimension what is limited
     * @return as {@code max-calls}
     */
    public static String option(Dimension dimension) {
        return dimension.code().replace('_', '-');
    }

    /**
     * Reads what is given to a command's stdin.
     *
     * @param name a file, or {@code -}
     * @param stdin standard input
     * @return the bytes
     * @throws CommandException where they cannot be read, or are more than a request may have
     */
    public static Bytes input(String name, InputStream stdin) {
        try {
            byte[] bytes;
            if (name.equals("-")) {
                bytes = stdin.readNBytes(Bounds.REQUEST_BYTES + 1);
            } else {
                try (InputStream file = Files.newInputStream(Path.of(name))) {
                    bytes = file.readNBytes(Bounds.REQUEST_BYTES + 1);
                }
            }
            if (bytes.length > Bounds.REQUEST_BYTES) {
                throw CommandException.usage("--input: " + name + " has more than " + Bounds.REQUEST_BYTES
                        + " bytes; give the command a file to read instead");
            }
            return Bytes.of(bytes);
        } catch (IOException | InvalidPathException unreadable) {
            throw CommandException.usage("--input: " + name + ": " + SpecFile.reason(unreadable));
        }
    }

    /**
     * The invocation.
     *
     * @param reader reads the spec that the options stand for
     * @return the invocation, with its provider configuration
     * @throws CommandException where an option or the command is refused
     */
    public Invocation read(SpecReader reader) {
        StreamUse streams = input.map(StreamUse::commandWith).orElse(StreamUse.COMMAND);
        return reader.read(spec(), SpecSource.OPTIONS, streams);
    }

    private JsonTree spec() {
        if (options.containsKey("deadline-at") && (options.containsKey("deadline") || options.containsKey("max-latency-millis"))) {
            throw CommandException.usage("--deadline-at: a second deadline; give --deadline or --deadline-at");
        }
        if (options.containsKey("deadline") && options.containsKey("max-latency-millis")) {
            throw CommandException.usage("--max-latency-millis: a second deadline; give it or --deadline");
        }
        Members spec = new Members(place("run"));
        MEMBERS.forEach((option, member) -> value(option).ifPresent(value -> spec.put(member.split("\\."), value)));
        spec.put("request", request());
        spec.put("limits", limits());
        spec.put("providers", new JsonTree.Elements(place("command"), List.of(provider())));
        return spec.build();
    }

    private Optional<JsonTree> value(String option) {
        JsonPlace place = place("--" + option);
        return Optional.ofNullable(options.get(option)).map(text -> scalar(place, text, option));
    }

    private static JsonTree scalar(JsonPlace place, String text, String option) {
        boolean number = option.equals("backoff-factor") || option.startsWith("max-") || CODES.containsKey(option);
        return number && text.matches("-?[0-9]{1,40}(\\.[0-9]{1,40})?") ? new JsonTree.Numeral(place, text) : characters(place, text);
    }

    /** The JVM puts U+FFFD where an argument's bytes are no characters of the locale: that is not what was typed. */
    private static JsonTree characters(JsonPlace place, String text) {
        try {
            if (text.indexOf('\uFFFD') < 0) {
                return new JsonTree.Text(place, text);
            }
        } catch (IllegalArgumentException loneSurrogate) {
            throw foreign(place);
        }
        throw foreign(place);
    }

    private static CommandException foreign(JsonPlace place) {
        return SpecSource.OPTIONS.refuse(place, "is no text in this locale; set one with UTF-8, as LC_ALL=C.UTF-8");
    }

    private JsonTree limits() {
        Members limits = new Members(place(options.containsKey("deadline") ? "--deadline" : "--max-calls"));
        JsonPlace calls = place("--max-calls");
        limits.put(Dimension.MAX_CALLS.code(), value("max-calls").orElse(new JsonTree.Numeral(calls, "1")));
        for (Dimension dimension : Dimension.values()) {
            if (dimension != Dimension.MAX_CALLS) {
                value(option(dimension)).ifPresent(value -> limits.put(dimension.code(), value));
            }
        }
        Optional.ofNullable(options.get("deadline")).ifPresent(text -> {
            JsonPlace place = place("--deadline");
            try {
                String millis = Long.toString(Durations.parse(text).toMillis());
                limits.put(Dimension.MAX_LATENCY_MILLIS.code(), new JsonTree.Numeral(place, millis));
            } catch (IllegalArgumentException wrong) {
                throw SpecSource.OPTIONS.refuse(place, String.valueOf(wrong.getMessage()));
            }
        });
        return limits.build();
    }

    private JsonTree request() {
        JsonPlace place = place("command");
        Members request = new Members(place);
        request.put("argv", command());
        input.map(Bytes::content).ifPresent(content -> describe(request, content));
        return request.build();
    }

    private static void describe(Members request, Content content) {
        request.put("input_sha256", new JsonTree.Text(place("--input"), content.sha256().hex()));
        request.put("input_bytes", new JsonTree.Numeral(place("--input"), Long.toString(content.bytes())));
    }

    private JsonTree command() {
        JsonPlace place = place("command");
        List<JsonTree> parts = new ArrayList<>();
        for (String part : argv) {
            parts.add(characters(place.element(parts.size(), 1), part));
        }
        return new JsonTree.Elements(place, parts);
    }

    private JsonTree provider() {
        Members provider = new Members(place("command"));
        provider.put("id", new JsonTree.Text(place("command"), "command"));
        provider.put("exec", command());
        CODES.forEach((option, member) -> Optional.ofNullable(options.get(option)).ifPresent(list -> {
            JsonPlace place = place("--" + option);
            List<JsonTree> codes = new ArrayList<>();
            for (String code : list.split(",", -1)) {
                codes.add(scalar(place, code.strip(), option));
            }
            provider.put(member, new JsonTree.Elements(place, codes));
        }));
        return provider.build();
    }

    private static JsonPlace place(String step) {
        return JsonPlace.named(step, 1);
    }

    /** An object in the making. Confined. */
    private static final class Members {
        private final JsonPlace place;
        private final Map<String, JsonTree> members = new LinkedHashMap<>();

        Members(JsonPlace place) {
            this.place = place;
        }

        void put(String name, JsonTree value) {
            members.put(name, value);
        }

        /** Puts a value at the end of a path of one or two members; the object between stands where its first value does. */
        void put(String[] path, JsonTree value) {
            if (path.length == 1) {
                put(path[0], value);
                return;
            }
            Map<String, JsonTree> inner = new LinkedHashMap<>();
            if (members.get(path[0]) instanceof JsonTree.Members before) {
                inner.putAll(before.members());
            }
            inner.put(path[1], value);
            put(path[0], new JsonTree.Members(value.place(), inner));
        }

        JsonTree build() {
            return new JsonTree.Members(place, members);
        }
    }
}
