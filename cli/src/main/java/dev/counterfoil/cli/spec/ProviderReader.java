// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.spec;

import dev.counterfoil.journal.canonical.JsonTree;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Ceiling;
import dev.counterfoil.journal.record.Clearance;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.journal.record.ProviderSlot;
import dev.counterfoil.journal.record.Quote;
import dev.counterfoil.scheduler.exec.ExecCommand;
import dev.counterfoil.scheduler.exec.ExitCodes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** Reads the order of providers. Immutable. */
final class ProviderReader {
    private static final String[] MEMBERS = {
        "id", "cleared_for", "max_retries", "quote", "exec", "rejected_exit_codes", "retryable_exit_codes", "permanent_exit_codes",
        "http", "rejected_statuses", "retryable_statuses", "permanent_statuses", "receipts"
    };
    private static final List<String> LISTS = List.of("rejected_exit_codes", "retryable_exit_codes", "permanent_exit_codes");

    private final Path directory;
    private final StreamUse streams;
    private final Optional<String> confidentiality;
    private final Quote quote;
    private final HttpReader http;

    ProviderReader(Path directory, StreamUse streams, Optional<String> confidentiality, Quote quote, HttpReader http) {
        this.directory = directory;
        this.streams = streams;
        this.confidentiality = confidentiality;
        this.quote = quote;
        this.http = http;
    }

    /** A provider's place in the order, and the way to call it. Immutable. */
    record Read(ProviderSlot slot, Way way) {}

    List<Read> read(SpecObject spec) {
        spec.required("providers");
        List<JsonTree> elements = spec.elements("providers");
        if (elements.isEmpty() || elements.size() > Bounds.PROVIDERS) {
            throw spec.refuse("providers", "has " + elements.size() + " providers, must have 1 to " + Bounds.PROVIDERS);
        }
        List<Read> providers = new ArrayList<>();
        Set<ProviderId> seen = new HashSet<>();
        for (JsonTree element : elements) {
            SpecObject object = SpecObject.of(spec.source(), element, MEMBERS);
            Read provider = provider(object);
            if (!seen.add(provider.slot().id())) {
                throw object.refuse("id", "two providers have this id; give each its own");
            }
            if (providers.isEmpty() && provider.slot().clearance() != Clearance.CLEARED) {
                throw object.refuse("cleared_for", "primary_not_cleared: the first provider is not cleared for the confidentiality");
            }
            providers.add(provider);
        }
        return providers;
    }

    private Read provider(SpecObject object) {
        ProviderId id = object.checked(object.required("id"), ProviderId::new);
        Clearance clearance = clearance(object);
        OptionalLong retries = object.ceiling("max_retries");
        if (retries.orElse(0) < 0) {
            throw object.refuse("max_retries", "must not be negative");
        }
        Ceiling most = retries.isPresent() ? Ceiling.of(retries.getAsLong()) : Ceiling.unbounded();
        return new Read(new ProviderSlot(id, clearance, most, PaceReader.quote(object, quote)), way(object));
    }

    /** Without a label everyone is cleared; with one, who does not name it is not. */
    private Clearance clearance(SpecObject object) {
        List<String> labels = object.names("cleared_for", text -> Bounds.name("cleared_for", text));
        boolean cleared = confidentiality.isEmpty() || labels.contains(confidentiality.get());
        return cleared ? Clearance.CLEARED : Clearance.NOT_CLEARED;
    }

    private Way way(SpecObject object) {
        if (object.has("http") == object.has("exec")) {
            throw object.source().refuse(
                    object.place(), (object.has("http") ? "has exec and http" : "has no exec, nor http") + "; give one of them");
        }
        return object.has("http") ? new Way.Http(without(LISTS, "exec", object, http::read)) : exec(object);
    }

    /** A list that belongs to the other kind of provider would be ignored, and somebody counts on it. */
    private static <T> T without(List<String> lists, String kind, SpecObject object, Function<SpecObject, T> read) {
        lists.stream().filter(object::has).findFirst().ifPresent(list -> {
            throw object.refuse(list, "goes with " + kind + "; leave it out");
        });
        return read.apply(object);
    }

    private Way exec(SpecObject object) {
        List<String> command = new ArrayList<>();
        object.elements("exec").forEach(part -> command.add(object.text(part)));
        ExitCodes codes = without(HttpReader.LISTS, "http", object, ProviderReader::codes);
        return new Way.Exec(object.attempt(object.placeOf("exec"),
                () -> new ExecCommand(command, codes, streams.stdin(), streams.stderr()).in(directory)));
    }

    private static ExitCodes codes(SpecObject object) {
        Map<Integer, String> found = new HashMap<>();
        List<Set<Integer>> lists = new ArrayList<>();
        for (String name : LISTS) {
            Set<Integer> codes = new TreeSet<>();
            for (JsonTree element : object.elements(name)) {
                int code = code(object, element);
                String other = found.putIfAbsent(code, name);
                if (other != null && !other.equals(name)) {
                    throw object.source().refuse(element.place(), "code " + code + " stands in another list too; leave it in one");
                }
                codes.add(code);
            }
            lists.add(codes);
        }
        return ExitCodes.of(lists.get(0), lists.get(1), lists.get(2));
    }

    private static int code(SpecObject object, JsonTree element) {
        long code = object.whole(element);
        int narrow = (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, code));
        object.attempt(element.place(), () -> ExitCodes.of(Set.of(narrow), Set.of(), Set.of()));
        return narrow;
    }
}
