// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.machine;

import dev.counterfoil.journal.fold.FoldStep;
import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.fold.JournalFold;
import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.Binding;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Closing;
import dev.counterfoil.journal.record.Contract;
import dev.counterfoil.journal.record.Deadline;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.DoubtProfile;
import dev.counterfoil.journal.record.Entry;
import dev.counterfoil.journal.record.Evidence;
import dev.counterfoil.journal.record.Intent;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.JournalRecord;
import dev.counterfoil.journal.record.Limits;
import dev.counterfoil.journal.record.Operation;
import dev.counterfoil.journal.record.Outcome;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.journal.record.ProviderSlot;
import dev.counterfoil.journal.record.Quote;
import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.journal.record.Verdict;
import dev.counterfoil.journal.record.VerdictGround;
import dev.counterfoil.journal.record.VerdictKind;
import dev.counterfoil.scheduler.backoff.JitterSource;
import dev.counterfoil.scheduler.dispatch.Answer;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A story that the machine tells, and what it says of it in one line. Confined. */
final class Told {
    static final Instant START = Instant.parse("2026-03-01T00:00:00Z");
    static final InvocationId ID = new InvocationId("order-17");
    static final ProviderId PRIMARY = new ProviderId("primary");
    static final ProviderId SECOND = new ProviderId("second");
    static final Sha256 CONFIGURATION = Bytes.utf8("primary's configuration").content().sha256();
    static final Bytes REQUEST = Bytes.utf8("request");

    private final InvocationMachine machine;
    private final Backoff backoff;
    private InvocationState state;

    private Told(InvocationMachine machine, Backoff backoff, InvocationState state) {
        this.machine = machine;
        this.backoff = backoff;
        this.state = state;
    }

    static InvocationMachine machine(Backoff backoff) {
        return new InvocationMachine(new Terms(
                ID, backoff, JitterSource.ofInvocation(), Optional.of(Map.of(PRIMARY, Optional.of(CONFIGURATION)))));
    }

    /** A machine that knows no provider. */
    static InvocationMachine blind() {
        return new InvocationMachine(new Terms(ID, Backoff.NONE, JitterSource.ofInvocation(), Optional.empty()));
    }

    static Binding binding(Contract contract, DoubtProfile doubt, Limits limits, Deadline deadline) {
        return new Binding(
                REQUEST.content(), Optional.empty(), new Operation(contract, Optional.of("scope"), Optional.of("key")), limits, deadline,
                List.of(ProviderSlot.cleared(PRIMARY), ProviderSlot.cleared(SECOND)), Quote.ZERO, doubt, List.of(), Optional.empty());
    }

    static Limits calls(long most) {
        return Limits.unbounded().with(Dimension.MAX_CALLS, most);
    }

    static Told opened(Backoff backoff, Binding binding) {
        InvocationMachine machine = machine(backoff);
        List<Entry> entries = machine.open(binding, backoff, REQUEST, Optional.empty(), at(0)).entries();
        return new Told(machine, backoff, fold(entries));
    }

    /** The opening alone, as a process leaves it that dies then. */
    static Told justOpened(Backoff backoff, Binding binding) {
        InvocationMachine machine = machine(backoff);
        List<Entry> entries = machine.open(binding, backoff, REQUEST, Optional.empty(), at(0)).entries();
        return new Told(machine, backoff, fold(entries.subList(0, 1)));
    }

    static Moment at(long millis) {
        return new Moment(START.plusMillis(millis), 1, Moment.Phase.RUNNING, Optional.empty());
    }

    static Moment stopping(long millis) {
        return new Moment(START.plusMillis(millis), 1, Moment.Phase.STOPPING, Optional.empty());
    }

    InvocationState state() {
        return state;
    }

    /** The newest intent is answered; all of it, or only the first records of it, are written. */
    List<Entry> answer(long millis, Answer answer) {
        List<Entry> entries = machine.answered(state, answer, at(millis)).entries();
        write(entries);
        return entries;
    }

    Told verdict(long millis, VerdictKind kind) {
        write(List.of(Entry.of(new Verdict(
                state.next(START.plusMillis(millis), 1), state.attempts().count() - 1, kind, VerdictGround.PERSON, Optional.empty(),
                Optional.empty(), Optional.empty()))));
        return this;
    }

    Told cancel(long millis) {
        write(machine.cancelled(state, Optional.of("somebody"), at(millis)));
        return this;
    }

    void write(List<Entry> entries) {
        for (Entry entry : entries) {
            state = ((FoldStep.Folded) JournalFold.next(state, entry.record())).state();
        }
    }

    /** What comes next, written where it is an append. */
    String next(Moment moment) {
        Command command = machine.next(state, moment);
        if (command instanceof Command.Append append) {
            write(append.entries());
        }
        return said(command);
    }

    String next(long millis) {
        return next(at(millis));
    }

    /** What a machine that knows no provider would do. */
    String nextBlind(long millis) {
        return said(blind().next(state, at(millis)));
    }

    static InvocationState fold(List<Entry> entries) {
        InvocationState state = ((FoldStep.Folded) JournalFold.first(entries.get(0).record())).state();
        for (Entry entry : entries.subList(1, entries.size())) {
            state = ((FoldStep.Folded) JournalFold.next(state, entry.record())).state();
        }
        return state;
    }

    static String said(Command command) {
        return command.match(new Command.Cases<>() {
            @Override
            public String append(Command.Append append) {
                return said(append.entries());
            }

            @Override
            public String await(Command.Await await) {
                return "await " + await.delay().toMillis() + (await.before() == Command.Before.LOOKUP ? " to look up" : "");
            }

            @Override
            public String lookUp(Command.LookUp lookUp) {
                return "look up " + lookUp.ordinal() + " at " + lookUp.provider() + ", round " + lookUp.round();
            }

            @Override
            public String finish(Command.Finish finish) {
                return "finish " + finish.reason();
            }

            @Override
            public String leaveOpen() {
                return "leave open";
            }

            @Override
            public String askForProviders() {
                return "ask for providers";
            }
        });
    }

    static String said(List<Entry> entries) {
        return entries.stream().map(entry -> said(entry.record())).collect(Collectors.joining(", "));
    }

    private static String said(JournalRecord record) {
        String at = "@" + (record.stamp().at().toEpochMilli() - START.toEpochMilli());
        if (record instanceof Intent intent) {
            return intent.kind().code() + " " + intent.ordinal() + " " + intent.provider() + at;
        }
        if (record instanceof Outcome outcome) {
            return outcome.outcomeClass().code() + " " + outcome.ordinal() + at;
        }
        if (record instanceof Verdict verdict) {
            return "verdict " + verdict.verdict().code() + " by " + verdict.ground().code() + " on " + verdict.ordinal() + at;
        }
        if (record instanceof Closing closing) {
            return closing.status().code() + " " + closing.reason().code() + at;
        }
        return record instanceof Evidence evidence
                ? evidence.what().code() + " " + evidence.ordinal().orElse(-1) + at
                : record.getClass().getSimpleName().toLowerCase(Locale.ROOT) + at;
    }
}
