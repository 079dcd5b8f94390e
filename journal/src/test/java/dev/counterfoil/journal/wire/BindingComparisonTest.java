// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.counterfoil.journal.record.Account;
import dev.counterfoil.journal.record.Binding;
import dev.counterfoil.journal.record.Ceiling;
import dev.counterfoil.journal.record.Clearance;
import dev.counterfoil.journal.record.Content;
import dev.counterfoil.journal.record.Contract;
import dev.counterfoil.journal.record.Deadline;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.DoubtProfile;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Limits;
import dev.counterfoil.journal.record.Operation;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.journal.record.ProviderSlot;
import dev.counterfoil.journal.record.Quote;
import dev.counterfoil.journal.record.Sha256;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class BindingComparisonTest {
    private static final Instant OPENED = Instant.ofEpochMilli(1_700_000_000_000L);
    private static final Instant LATER = OPENED.plusSeconds(86_400);

    /** A binding that can be changed one member at a time. */
    private record Draft(
            String request, Optional<String> label, Operation operation, Limits limits, Deadline deadline, List<ProviderSlot> providers,
            Quote quote, DoubtProfile doubt, List<Account> accounts, Optional<InvocationId> parent) {
        Binding binding() {
            return new Binding(
                    Content.of(request.getBytes(StandardCharsets.UTF_8)), label, operation, limits, deadline, providers, quote, doubt,
                    accounts, parent);
        }

        Draft with(Deadline other) {
            return new Draft(request, label, operation, limits, other, providers, quote, doubt, accounts, parent);
        }

        Draft with(Optional<String> other) {
            return new Draft(request, other, operation, limits, deadline, providers, quote, doubt, accounts, parent);
        }

        Draft with(Operation other) {
            return new Draft(request, label, other, limits, deadline, providers, quote, doubt, accounts, parent);
        }

        Draft with(Limits other) {
            return new Draft(request, label, operation, other, deadline, providers, quote, doubt, accounts, parent);
        }

        Draft with(ProviderSlot... other) {
            return new Draft(request, label, operation, limits, deadline, List.of(other), quote, doubt, accounts, parent);
        }

        Draft withFirst(UnaryOperator<ProviderSlot> change) {
            List<ProviderSlot> changed = new ArrayList<>(providers);
            changed.set(0, change.apply(providers.get(0)));
            return with(changed.toArray(ProviderSlot[]::new));
        }

        Draft withAccounts(String... other) {
            List<Account> labels = List.of(other).stream().map(Account::new).toList();
            return new Draft(request, label, operation, limits, deadline, providers, quote, doubt, labels, parent);
        }
    }

    private static final ProviderSlot FIRST =
            new ProviderSlot(new ProviderId("first"), Clearance.CLEARED, Ceiling.of(2), Optional.of(Quote.ZERO));
    private static final ProviderSlot SECOND = ProviderSlot.cleared(new ProviderId("second"));

    private static Draft draft() {
        return new Draft(
                "request", Optional.of("internal"), new Operation(Contract.RECEIVER_IDEMPOTENT, Optional.of("acme"), Optional.of("key-1")),
                Limits.unbounded().with(Dimension.MAX_CALLS, 4), Deadline.after(1_000, OPENED), List.of(FIRST, SECOND), new Quote(1, 2, 3),
                DoubtProfile.STRICT, List.of(new Account("acme"), new Account("zeta")), Optional.of(new InvocationId("parent")));
    }

    /** One change for each bound member, in the order in which they are compared. */
    private static Map<String, UnaryOperator<Draft>> changes() {
        Map<String, UnaryOperator<Draft>> changes = new LinkedHashMap<>();
        changes.put("request", d -> new Draft(
                "other", d.label, d.operation, d.limits, d.deadline, d.providers, d.quote, d.doubt, d.accounts, d.parent));
        changes.put("confidentiality", d -> d.with(Optional.of("public")));
        changes.put("operation.contract", d -> d.with(new Operation(Contract.READ_ONLY, d.operation.scope(), d.operation.key())));
        changes.put("operation.scope", d -> d.with(new Operation(d.operation.contract(), Optional.empty(), d.operation.key())));
        changes.put("operation.key", d -> d.with(new Operation(d.operation.contract(), d.operation.scope(), Optional.of("key-2"))));
        for (Dimension dimension : Dimension.values()) {
            if (dimension != Dimension.MAX_LATENCY_MILLIS) {
                changes.put("limits." + dimension.code(), d -> d.with(d.limits.with(dimension, 5)));
            }
        }
        changes.put("deadline", d -> d.with(Deadline.after(1_001, OPENED)));
        changes.put("providers[0].id", d -> d.with(SECOND, FIRST));
        changes.put("providers[0].cleared_for", d -> d.withFirst(
                slot -> new ProviderSlot(slot.id(), Clearance.NOT_CLEARED, slot.maxRetries(), slot.quote())));
        changes.put("providers[0].max_retries", d -> d.withFirst(
                slot -> new ProviderSlot(slot.id(), slot.clearance(), Ceiling.of(3), slot.quote())));
        changes.put("providers[0].quote", d -> d.withFirst(
                slot -> new ProviderSlot(slot.id(), slot.clearance(), slot.maxRetries(), Optional.empty())));
        changes.put("providers[1].id", d -> d.with(d.providers.get(0)));
        changes.put("quote", d -> new Draft(
                d.request, d.label, d.operation, d.limits, d.deadline, d.providers, new Quote(9, 2, 3), d.doubt, d.accounts, d.parent));
        changes.put("doubt", d -> new Draft(
                d.request, d.label, d.operation, d.limits, d.deadline, d.providers, d.quote, DoubtProfile.RECONCILE, d.accounts, d.parent));
        changes.put("accounts", d -> d.withAccounts("acme"));
        changes.put("parent", d -> new Draft(
                d.request, d.label, d.operation, d.limits, d.deadline, d.providers, d.quote, d.doubt, d.accounts, Optional.empty()));
        return changes;
    }

    private static Optional<String> member(Draft stored, Draft given) {
        return BindingComparison.compare(stored.binding(), given.binding()).map(Conflict::member);
    }

    @Test
    void the_same_binding_is_no_conflict() {
        assertEquals(Optional.empty(), member(draft(), draft()));
        assertEquals(Optional.empty(), member(draft(), draft().withAccounts("zeta", "acme", "zeta")));
    }

    @Test
    void each_change_is_named_in_both_directions_and_changes_the_binding_digest() {
        changes().forEach((name, change) -> {
            Draft changed = change.apply(draft());
            assertEquals(Optional.of(name), member(draft(), changed));
            assertEquals(Optional.of(name), member(changed, draft()));
            assertNotEquals(BindingDigest.of(draft().binding()), BindingDigest.of(changed.binding()), name);
        });
    }

    @Test
    void of_two_changes_the_one_earlier_in_the_published_order_is_named() {
        List<String> names = new ArrayList<>(changes().keySet());
        for (int first = 0; first < names.size(); first++) {
            for (int second = first + 1; second < names.size(); second++) {
                Draft later = changes().get(names.get(second)).apply(draft());
                Draft both = changes().get(names.get(first)).apply(later);
                assertEquals(Optional.of(names.get(first)), member(draft(), both), names.get(second));
            }
        }
    }

    @Test
    void a_relative_deadline_given_again_is_no_conflict_however_late() {
        assertEquals(Optional.empty(), member(draft(), draft().with(Deadline.after(1_000, LATER))));
    }

    @Test
    void a_deadline_in_another_form_or_amount_is_a_conflict() {
        Deadline relative = Deadline.after(1_000, OPENED);
        Deadline absolute = Deadline.absolute(OPENED.plusMillis(1_000));
        Deadline[] forms = {Deadline.NONE, relative, Deadline.after(1_001, OPENED), absolute, Deadline.absolute(LATER)};
        for (Deadline stored : forms) {
            for (Deadline given : forms) {
                Optional<String> expected = stored == given ? Optional.empty() : Optional.of("deadline");
                assertEquals(expected, member(draft().with(stored), draft().with(given)), stored + " and " + given);
            }
        }
    }

    @Test
    void a_label_that_reads_none_is_not_the_absence_of_one() {
        Conflict conflict = BindingComparison.compare(
                        draft().with(Optional.of("none")).binding(), draft().with(Optional.<String>empty()).binding())
                .orElseThrow();
        assertEquals(new Conflict("confidentiality", "\"none\"", "none"), conflict);
    }

    @Test
    void requests_and_keys_are_shown_as_digests_only() {
        Conflict request = BindingComparison.compare(draft().binding(), changes().get("request").apply(draft()).binding()).orElseThrow();
        assertEquals("sha256 " + Sha256.of("other".getBytes(StandardCharsets.UTF_8)) + " of 5 bytes", request.given());
        Conflict key = BindingComparison.compare(draft().binding(), changes().get("operation.key").apply(draft()).binding()).orElseThrow();
        assertEquals("sha256 " + Sha256.of("key-1".getBytes(StandardCharsets.UTF_8)), key.stored());
        assertFalse(key.toString().contains("key-1") || key.toString().contains("key-2"), key::toString);
    }

    @Test
    void numbers_are_shown_as_numbers() {
        Draft stored = draft().with(Limits.unbounded());
        assertEquals(
                Optional.of(new Conflict("limits.max_calls", "unbounded", "4")),
                BindingComparison.compare(stored.binding(), draft().binding()));
        assertEquals(
                Optional.of(new Conflict("deadline", "1000 ms from opening", "none")),
                BindingComparison.compare(draft().binding(), draft().with(Deadline.NONE).binding()));
    }
}
