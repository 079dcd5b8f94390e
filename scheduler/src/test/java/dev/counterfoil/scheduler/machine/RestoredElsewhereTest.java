// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.fold.FoldStep;
import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.fold.JournalFold;
import dev.counterfoil.journal.fold.Tail;
import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.Binding;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Ceiling;
import dev.counterfoil.journal.record.Clearance;
import dev.counterfoil.journal.record.Contract;
import dev.counterfoil.journal.record.Deadline;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.DoubtProfile;
import dev.counterfoil.journal.record.Entry;
import dev.counterfoil.journal.record.Intent;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Limits;
import dev.counterfoil.journal.record.Opening;
import dev.counterfoil.journal.record.Operation;
import dev.counterfoil.journal.record.OutcomeReason;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.journal.record.ProviderSlot;
import dev.counterfoil.journal.record.Quote;
import dev.counterfoil.journal.record.Stamp;
import dev.counterfoil.journal.record.VerdictKind;
import dev.counterfoil.scheduler.backoff.JitterSource;
import dev.counterfoil.scheduler.dispatch.Answer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every life of a small invocation is lived to its end, and at every durable state a copy is restored: what the restored journal sends by
 * itself is held against everything that the original sent or can still send from there, with a person's verdicts and without.
 */
final class RestoredElsewhereTest {
    private static final InvocationId ID = new InvocationId("order-17");
    private static final ProviderId A = new ProviderId("a");
    private static final ProviderId B = new ProviderId("b");
    private static final ProviderId C = new ProviderId("c");
    private static final Backoff SLOW = Backoff.fixed(Duration.ofMinutes(5));
    private static final InvocationMachine MACHINE = new InvocationMachine(new Terms(ID, SLOW, JitterSource.ofInvocation(),
            Optional.of(Map.of(A, Optional.empty(), B, Optional.empty(), C, Optional.empty()))));
    private static final Bytes NOTE = Bytes.utf8("a note");
    private static final Set<VerdictKind> GOES_ON = EnumSet.of(VerdictKind.NOT_APPLIED, VerdictKind.REDELIVER);

    private static List<Answer> answers() {
        return List.of(Answer.completed("done"), Answer.uncertain(), Answer.retryable(), Answer.rejected(), Answer.permanentlyRejected(),
                Answer.notDispatched(OutcomeReason.COMMAND_MISSING));
    }

    private record Case(Contract contract, DoubtProfile profile, List<ProviderSlot> order, long failovers) {
        InvocationState opened() {
            Binding binding = new Binding(
                    Bytes.utf8("request").content(), Optional.empty(), new Operation(contract, Optional.of("scope"), Optional.of("key")),
                    Limits.unbounded().with(Dimension.MAX_CALLS, 3).with(Dimension.MAX_RETRIES, 1).with(Dimension.MAX_FAILOVERS, failovers),
                    Deadline.NONE, order, new Quote(1, 2, 3), profile, List.of(), Optional.empty());
            Opening opening = new Opening(new Stamp(0, Instant.parse("2026-03-01T00:00:00Z"), 1), binding, SLOW, Optional.empty());
            return ((FoldStep.Folded) JournalFold.first(opening)).state();
        }

        @Override
        public String toString() {
            return contract + ", " + profile + ", " + order.stream().map(slot -> slot.id() + " " + slot.clearance()).toList() + ", "
                    + failovers + " failovers";
        }
    }

    private static Stream<Case> cases() {
        ProviderSlot barred = new ProviderSlot(B, Clearance.NOT_CLEARED, Ceiling.unbounded(), Optional.empty());
        List<List<ProviderSlot>> orders = List.of(
                List.of(ProviderSlot.cleared(A)),
                List.of(ProviderSlot.cleared(A), ProviderSlot.cleared(B)),
                List.of(ProviderSlot.cleared(A), ProviderSlot.cleared(B), ProviderSlot.cleared(C)),
                List.of(ProviderSlot.cleared(A), barred, ProviderSlot.cleared(C)));
        List<Case> cases = new ArrayList<>();
        for (Contract contract : Contract.values()) {
            for (DoubtProfile profile : DoubtProfile.values()) {
                for (List<ProviderSlot> order : orders) {
                    for (long failovers = 0; failovers <= 2; failovers++) {
                        cases.add(new Case(contract, profile, order, failovers));
                    }
                }
            }
        }
        return cases.stream();
    }

    private static InvocationState folded(InvocationState from, List<Entry> entries) {
        InvocationState state = from;
        for (Entry entry : entries) {
            state = ((FoldStep.Folded) JournalFold.next(state, entry.record())).state();
        }
        return state;
    }

    private static InvocationState restored(InvocationState state) {
        Moment later = new Moment(state.last().at().plusSeconds(3_600), state.last().epoch() + 1, Moment.Phase.STOPPING, Optional.empty());
        return folded(state, MACHINE.restored(state, NOTE, later));
    }

    private static List<Entry> verdict(InvocationState state, VerdictKind kind) {
        int newest = state.attempts().count() - 1;
        return ((Reconciled.Records) MACHINE.reconciled(state, newest, Finding.of(kind, "seen"), after(state))).entries();
    }

    /** Later than any wait. */
    private static Moment after(InvocationState state) {
        return new Moment(state.last().at().plusSeconds(600), state.last().epoch(), Moment.Phase.RUNNING, Optional.empty());
    }

    /**
     * Every life from a state on, and to whom anything is sent in one of them.
     *
     * @param person what a person says of every doubt
     * @param look takes each durable state, with whom anything is sent to from there on
     */
    private record Lives(Set<VerdictKind> person, BiConsumer<InvocationState, Set<ProviderId>> look) {
        Set<ProviderId> from(InvocationState state) {
            Set<ProviderId> sent = new HashSet<>();
            Command next = MACHINE.next(state, after(state));
            if (next instanceof Command.Append append) {
                sent.addAll(behind(state, append.entries()));
            } else if (state.tail() == Tail.DOUBT) {
                person.forEach(kind -> sent.addAll(from(folded(state, verdict(state, kind)))));
            }
            look.accept(state, sent);
            return sent;
        }

        private Set<ProviderId> behind(InvocationState before, List<Entry> entries) {
            InvocationState state = folded(before, entries);
            if (!(entries.get(entries.size() - 1).record() instanceof Intent intent)) {
                return state.closing().isPresent() ? Set.of() : from(state);
            }
            // Whoever was called, and then: it ends here, and is recovered; or one of the answers.
            Set<ProviderId> sent = new HashSet<>(from(state));
            sent.add(intent.provider());
            answers().forEach(answer -> sent.addAll(behind(state, MACHINE.answered(state, answer, after(state)).entries())));
            look.accept(state, sent);
            return sent;
        }
    }

    /** The original, of which a copy is taken everywhere. */
    private static final class Original {
        private final Case each;
        private int sending;
        private int elsewhere;

        Original(Case each) {
            this.each = each;
        }

        void live() {
            new Lives(GOES_ON, this::copied).from(each.opened());
        }

        private void copied(InvocationState state, Set<ProviderId> later) {
            Set<ProviderId> served = new HashSet<>(later);
            if (state.tail() == Tail.DOUBT) {
                served.add(state.attempts().newest().orElseThrow().intent().provider());
            }
            elsewhere += served.size() > 1 ? 1 : 0;
            InvocationState restored = restored(state);
            holds(served, restored, "by itself");
            holds(served, restored(restored), "restored twice");
            if (state.tail() == Tail.DOUBT) {
                // A person's word on the attempt that the copy shows says nothing of what came after it.
                GOES_ON.forEach(kind -> holds(served, folded(restored, verdict(restored, kind)), "after " + kind));
            }
        }

        private void holds(Set<ProviderId> served, InvocationState restored, String how) {
            Set<ProviderId> sends = new Lives(Set.of(), (state, later) -> { }).from(restored);
            sending += sends.isEmpty() ? 0 : 1;
            Set<ProviderId> both = new HashSet<>(served);
            both.addAll(sends);
            boolean harmless = switch (each.contract()) {
                case READ_ONLY -> true;
                case RECEIVER_IDEMPOTENT -> served.isEmpty() || both.size() == 1;
                case NON_IDEMPOTENT -> served.isEmpty();
            };
            assertTrue(sends.isEmpty() || harmless, () -> how + " it sends to " + sends + ", and the original to " + served + ": "
                    + restored.attempts());
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void a_restored_journal_never_sends_by_itself_what_the_original_may_have_been_served_elsewhere(Case each) {
        Original original = new Original(each);
        original.live();
        boolean goesOn = each.order().size() > 1 && each.order().get(1).clearance() == Clearance.CLEARED;
        long failovers = goesOn ? Math.min(each.failovers(), each.order().size() - 1) : 0;
        assertEquals(failovers > 0, original.elsewhere > 0, "lives that go to two receivers");
        // Of three calls none is left for sending again behind two failovers.
        boolean sends = each.contract() == Contract.READ_ONLY || each.contract() == Contract.RECEIVER_IDEMPOTENT && failovers < 2;
        assertEquals(sends, original.sending > 0, "restored journals that send");
    }
}
