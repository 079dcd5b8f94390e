// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.wire;

import dev.counterfoil.journal.record.Account;
import dev.counterfoil.journal.record.Binding;
import dev.counterfoil.journal.record.Ceiling;
import dev.counterfoil.journal.record.Coded;
import dev.counterfoil.journal.record.Content;
import dev.counterfoil.journal.record.Deadline;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Limits;
import dev.counterfoil.journal.record.Operation;
import dev.counterfoil.journal.record.ProviderSlot;
import dev.counterfoil.journal.record.Quote;
import dev.counterfoil.journal.record.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Whether a later run of the same id asks for the same thing. Pure; immutable.
 *
 * <p>The order, and the first difference in it is the conflict: request, confidentiality, contract, scope, key, the limits one by one,
 * deadline, the providers one by one (id, clearance, retries, quote), quote, doubt profile, accounts as a set, parent.
 *
 * <p>Deadlines are compared in the form in which they were given. A relative one is compared with the stored relative number only, so
 * giving it again is no conflict however late, and the stored instant stays the deadline. One form for the other, or none for some,
 * is a conflict.
 */
public final class BindingComparison {
    private static final String NONE = "none";

    private BindingComparison() {}

    /**
     * Compares.
     *
     * @param stored the binding of the invocation's opening; where there is no conflict it is the one to go on with
     * @param given the binding of the new run; the instant of a relative deadline is not looked at
     * @return the first difference, or empty
     */
    public static Optional<Conflict> compare(Binding stored, Binding given) {
        Operation bound = stored.operation();
        Operation asked = given.operation();
        return first(Stream.of(
                () -> differs("request", stored.request(), given.request(), BindingComparison::text),
                () -> labels("confidentiality", stored.confidentiality(), given.confidentiality()),
                () -> differs("operation.contract", bound.contract(), asked.contract(), Coded::code),
                () -> labels("operation.scope", bound.scope(), asked.scope()),
                () -> differs("operation.key", bound.key(), asked.key(), BindingComparison::keyDigest),
                () -> limits(stored.limits(), given.limits()),
                () -> deadline(stored.deadline(), given.deadline()),
                () -> providers(stored.providers(), given.providers()),
                () -> differs("quote", stored.quote(), given.quote(), BindingComparison::text),
                () -> differs("doubt", stored.doubt(), given.doubt(), Coded::code),
                () -> differs(
                        "accounts", new TreeSet<>(stored.accounts()), new TreeSet<>(given.accounts()), BindingComparison::names),
                () -> labels("parent", stored.parent().map(InvocationId::value), given.parent().map(InvocationId::value))));
    }

    private static Optional<Conflict> first(Stream<Supplier<Optional<Conflict>>> comparisons) {
        return comparisons.map(Supplier::get).flatMap(Optional::stream).findFirst();
    }

    /** Values are compared, texts only shown: a label that reads "none" is not the absence of one. */
    private static <T> Optional<Conflict> differs(String member, T stored, T given, Function<T, String> text) {
        return stored.equals(given) ? Optional.empty() : Optional.of(new Conflict(member, text.apply(stored), text.apply(given)));
    }

    private static Optional<Conflict> labels(String member, Optional<String> stored, Optional<String> given) {
        return differs(member, stored, given, label -> label.map(text -> '"' + text + '"').orElse(NONE));
    }

    private static String text(Content content) {
        return "sha256 " + content.sha256().hex() + " of " + content.bytes() + " bytes";
    }

    private static String keyDigest(Optional<String> key) {
        return key.map(text -> "sha256 " + Sha256.of(text.getBytes(StandardCharsets.UTF_8)).hex()).orElse(NONE);
    }

    private static Optional<Conflict> limits(Limits stored, Limits given) {
        return first(BindingMembers.dimensions()
                .map(dimension -> () -> differs(
                        "limits." + dimension.code(), stored.of(dimension), given.of(dimension), Ceiling::toString)));
    }

    private static Optional<Conflict> deadline(Deadline stored, Deadline given) {
        boolean sameRelative = stored.latencyMillis().isPresent() && stored.latencyMillis().equals(given.latencyMillis());
        return sameRelative ? Optional.empty() : differs("deadline", stored, given, BindingComparison::text);
    }

    private static String text(Deadline deadline) {
        if (deadline.latencyMillis().isPresent()) {
            return deadline.latencyMillis().getAsLong() + " ms from opening";
        }
        return deadline.at().map(at -> at.toEpochMilli() + " ms since 1970").orElse(NONE);
    }

    private static Optional<Conflict> providers(List<ProviderSlot> stored, List<ProviderSlot> given) {
        return first(IntStream.range(0, Math.max(stored.size(), given.size()))
                .mapToObj(i -> () -> provider("providers[" + i + "]", at(stored, i), at(given, i))));
    }

    private static Optional<ProviderSlot> at(List<ProviderSlot> slots, int index) {
        return index < slots.size() ? Optional.of(slots.get(index)) : Optional.empty();
    }

    private static Optional<Conflict> provider(String path, Optional<ProviderSlot> stored, Optional<ProviderSlot> given) {
        Optional<Conflict> id = labels(path + ".id", stored.map(s -> s.id().value()), given.map(s -> s.id().value()));
        return id.isPresent() ? id : provider(path, stored.orElseThrow(), given.orElseThrow());
    }

    private static Optional<Conflict> provider(String path, ProviderSlot stored, ProviderSlot given) {
        return first(Stream.of(
                () -> differs(path + ".cleared_for", stored.clearance(), given.clearance(), Coded::code),
                () -> differs(path + ".max_retries", stored.maxRetries(), given.maxRetries(), Ceiling::toString),
                () -> differs(
                        path + ".quote", stored.quote(), given.quote(), quote -> quote.map(BindingComparison::text).orElse(NONE))));
    }

    private static String text(Quote quote) {
        return quote.contextTokens() + " context tokens, " + quote.outputTokens() + " output tokens, " + quote.costMicros()
                + " cost micros";
    }

    private static String names(Set<Account> accounts) {
        return accounts.isEmpty() ? NONE : accounts.stream().map(account -> '"' + account.value() + '"').collect(Collectors.joining(", "));
    }
}
