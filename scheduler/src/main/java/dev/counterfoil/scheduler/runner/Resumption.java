// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.journal.InvocationJournal;
import dev.counterfoil.journal.chain.Chronicle;
import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.scheduler.machine.Command;
import dev.counterfoil.scheduler.machine.InvocationMachine;
import dev.counterfoil.scheduler.machine.Moment;
import dev.counterfoil.scheduler.machine.ReceiverTerms;
import dev.counterfoil.scheduler.machine.Terms;
import dev.counterfoil.scheduler.time.InvocationClock;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** An open invocation that was read and has no living owner: what there is to report of it, or a run that goes on with it. Confined. */
final class Resumption {
    private final Run.Context context;
    private final Chronicle chronicle;
    private final Bytes request;
    private final Optional<Means> means;
    private final InvocationMachine machine;

    /**
     * What a run would go on from. Without its request no attempt can be made: its providers are of no use then.
     *
     * @param context what all runs share
     * @param chronicle the invocation
     * @param asked the request as it was given now; empty where the stored one counts
     * @param found its providers
     */
    Resumption(Run.Context context, Chronicle chronicle, Optional<Bytes> asked, Optional<Means> found) {
        Optional<Bytes> known = asked.or(chronicle::request);
        this.context = context;
        this.chronicle = chronicle;
        this.request = known.orElse(Bytes.EMPTY);
        this.means = known.isPresent() ? found : Optional.empty();
        Backoff backoff = means.map(Means::backoff).orElse(chronicle.soundState().opening().backoff());
        this.machine = machine(context.settings(), chronicle.id(), backoff, means);
    }

    /** How the run ends where it has nothing to append and nothing to wait for; empty where it has, or somebody wishes it cancelled. */
    Optional<RunOutcome> report() {
        if (Thread.currentThread().isInterrupted() || context.wakeups().wished().isPresent()) {
            return Optional.empty();
        }
        InvocationState state = chronicle.soundState();
        Moment moment = new Moment(
                clock().now(), chronicle.row().holder().epoch(), context.lifetime().phase(), Optional.empty(),
                RetryCharge.left(means.flatMap(Means::sharedRetries)), Optional.empty());
        return machine.next(state, moment).match(new Report());
    }

    /** The run, once the invocation is ours. */
    Run over(InvocationJournal owned) {
        InvocationClock clock = InvocationClock.resume(
                context.settings().wall(), context.settings().ticker(), owned.state().last().at());
        return new Run(context, owned, machine, clock, request, means);
    }

    private InvocationClock clock() {
        return InvocationClock.resume(
                context.settings().wall(), context.settings().ticker(), chronicle.soundState().last().at());
    }

    static InvocationMachine machine(RunSettings settings, InvocationId id, Backoff backoff, Optional<Means> means) {
        return new InvocationMachine(new Terms(id, backoff, settings.jitter(), means.map(Resumption::configurations),
                means.map(Resumption::receivers).orElse(Map.of())));
    }

    private static Map<ProviderId, Optional<Sha256>> configurations(Means means) {
        return means.providers().stream()
                .collect(Collectors.toMap(provider -> provider.slot().id(), Provider::configuration));
    }

    private static Map<ProviderId, ReceiverTerms> receivers(Means means) {
        return means.providers().stream().collect(Collectors.toMap(provider -> provider.slot().id(), Provider::terms));
    }

    private final class Report implements Command.Cases<Optional<RunOutcome>> {
        @Override
        public Optional<RunOutcome> append(Command.Append append) {
            return Optional.empty();
        }

        @Override
        public Optional<RunOutcome> await(Command.Await await) {
            return Optional.empty();
        }

        @Override
        public Optional<RunOutcome> lookUp(Command.LookUp lookUp) {
            return Optional.empty();
        }

        @Override
        public Optional<RunOutcome> finish(Command.Finish finish) {
            return Optional.of(new RunOutcome.Concluded(
                    Results.of(chronicle.id(), chronicle.soundState(), chronicle.response(), finish.reason(), 0)));
        }

        @Override
        public Optional<RunOutcome> leaveOpen() {
            return Optional.of(new RunOutcome.LeftOpen(chronicle.id()));
        }

        @Override
        public Optional<RunOutcome> askForProviders() {
            return Optional.of(new RunOutcome.ProvidersUnknown(chronicle.id()));
        }
    }
}
