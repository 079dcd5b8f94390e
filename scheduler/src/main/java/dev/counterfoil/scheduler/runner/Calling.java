// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.journal.DurableIntent;
import dev.counterfoil.journal.InvocationJournal;
import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.record.Binding;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.FailureCategory;
import dev.counterfoil.journal.record.Operation;
import dev.counterfoil.journal.record.OutcomeReason;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.dispatch.Cancellation;
import dev.counterfoil.scheduler.dispatch.Dispatch;
import dev.counterfoil.scheduler.limits.EffectiveLimits;
import dev.counterfoil.scheduler.lookup.Lookup;
import dev.counterfoil.scheduler.lookup.LookupAnswer;
import dev.counterfoil.scheduler.lookup.ReceiptBook;
import dev.counterfoil.scheduler.machine.Command;
import dev.counterfoil.scheduler.machine.Looked;
import dev.counterfoil.scheduler.time.Countdown;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** Calls what a host gave, providers and their books, each in a thread of its own, and waits no longer than it may. Confined to one run. */
final class Calling {
    private final Run.Context context;
    private final Bytes request;
    private final Optional<Means> means;
    private Optional<Answer> held = Optional.empty();
    private Optional<Error> thrown = Optional.empty();

    Calling(Run.Context context, Bytes request, Optional<Means> means) {
        this.context = context;
        this.request = request;
        this.means = means;
    }

    /** The answer of a call that nobody waited for to the end. */
    Optional<Answer> held() {
        return held;
    }

    /** What a host threw where that was an error and not an exception. */
    Optional<Error> thrown() {
        return thrown;
    }

    /** Dispatches a durable intent. */
    Answer answer(InvocationJournal journal, DurableIntent proof, Instant now, AttemptWait.Wishes wishes) {
        Binding binding = journal.state().opening().binding();
        Provider provider = provider(proof.intent().provider());
        Optional<Duration> allowed = earliest(remaining(binding, now), means.orElseThrow().attemptTimeout());
        if (allowed.filter(time -> time.isNegative() || time.isZero()).isPresent()) {
            // The deadline passed while the intent was written.
            return Answer.notDispatched(OutcomeReason.ATTEMPT_TIMEOUT).category(FailureCategory.TIMEOUT);
        }
        Dispatch.Bounds bounds =
                new Dispatch.Bounds(binding.deadline().at(), allowed, EffectiveLimits.responseBytes(binding.limits()));
        Dispatch dispatch = Dispatch.begin(
                proof, request, binding.operation(), bounds, new Cancellation(), context.settings().ticker());
        InFlight<Answer> call = new InFlight<>(
                new ProviderCall(provider.dispatcher(), dispatch),
                context.wakeups(),
                dispatch::mayStart,
                late -> context.late().keep(journal.id(), dispatch.ordinal(), late.answer()));
        InFlight.Returned<Answer> returned = perform(call, provider, dispatch, wishes);
        thrown = returned.error().or(() -> thrown);
        return AnswerBounds.hold(returned.answer(), bounds.responseBytes());
    }

    private InFlight.Returned<Answer> perform(
            InFlight<Answer> call, Provider provider, Dispatch dispatch, AttemptWait.Wishes wishes) {
        try {
            Duration endingGrace = provider.dispatcher().endingGrace();
            call.start(context.settings().executor());
            return waiting(wishes).await(call, dispatch.cancellation(), dispatch.bounds().remaining(), endingGrace);
        } catch (RuntimeException | Error e) {
            // Nobody waits for the call any more: it is asked to end, and what it answers is evidence.
            dispatch.cancellation().request(Cancellation.Cause.STOPPING);
            if (call.giveUp() instanceof InFlight.Leave.CameBack<Answer> back) {
                held = Optional.of(AnswerBounds.hold(back.returned().answer(), dispatch.bounds().responseBytes()));
            }
            throw e;
        }
    }

    /** Asks a provider's book; whatever goes wrong, the book is unavailable. */
    Looked ask(InvocationJournal journal, Command.LookUp command, InstantSource clock, AttemptWait.Wishes wishes) {
        InvocationState state = journal.state();
        ReceiptBook book = provider(command.provider()).receipts().orElseThrow();
        Cancellation cancellation = new Cancellation();
        Optional<Duration> allowed = patience(state.opening().binding(), book, clock.instant());
        Lookup.Subject subject = subject(journal, command);
        Lookup lookup = new Lookup(subject, cancellation, Countdown.of(context.settings().ticker(), allowed));
        InFlight<LookupAnswer> call = new InFlight<>(new BookCall(book.lookup(), lookup), context.wakeups(), () -> true, late -> {});
        InFlight.Returned<LookupAnswer> returned;
        try {
            call.start(context.settings().executor());
            returned = waiting(new Since(state.cancellation().isPresent(), wishes)).await(call, cancellation, allowed, Duration.ZERO);
        } catch (RuntimeException | Error e) {
            cancellation.request(Cancellation.Cause.STOPPING);
            call.giveUp();
            throw e;
        }
        thrown = returned.error().or(() -> thrown);
        LookupAnswer answer = LookupBounds.hold(returned.answer(), subject.responseBytes());
        return new Looked(command.ordinal(), command.round(), clock.instant(), book.absence(), answer);
    }

    private Lookup.Subject subject(InvocationJournal journal, Command.LookUp command) {
        Binding binding = journal.state().opening().binding();
        Operation operation = binding.operation();
        return new Lookup.Subject(
                journal.id(), command.ordinal(), command.provider(), operation.scope().orElseThrow(), operation.key().orElseThrow(),
                binding.request(), EffectiveLimits.responseBytes(binding.limits()));
    }

    /** By the deadline, where that is to come: what is found after it is taken in all the same, and then the book's own time counts. */
    private Optional<Duration> patience(Binding binding, ReceiptBook book, Instant now) {
        Optional<Duration> deadline = remaining(binding, now).filter(time -> !time.isNegative() && !time.isZero());
        return earliest(deadline, Optional.of(book.timeout()));
    }

    private static Optional<Duration> remaining(Binding binding, Instant now) {
        return binding.deadline().at().map(at -> Duration.between(now, at));
    }

    /** The smallest of two times and what remains to the call around. */
    private Optional<Duration> earliest(Optional<Duration> one, Optional<Duration> other) {
        return Stream.of(one, other, context.lifetime().left()).flatMap(Optional::stream).min(Comparator.naturalOrder());
    }

    private AttemptWait waiting(AttemptWait.Wishes wishes) {
        return new AttemptWait(context.settings(), context.lifetime(), context.wakeups(), wishes);
    }

    private Provider provider(ProviderId id) {
        return means.orElseThrow().providers().stream()
                .filter(each -> each.slot().id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    /** What was cancelled before ends nothing: only a cancellation that comes while somebody waits does. */
    private record Since(boolean cancelledBefore, AttemptWait.Wishes wishes) implements AttemptWait.Wishes {
        @Override
        public boolean isCancelled() {
            return wishes.isCancelled() && !cancelledBefore;
        }

        @Override
        public Cancellation.Cause interrupted() {
            return wishes.interrupted();
        }
    }
}
