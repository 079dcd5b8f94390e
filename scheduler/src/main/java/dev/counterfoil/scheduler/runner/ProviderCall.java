// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.journal.record.FailureCategory;
import dev.counterfoil.journal.record.OutcomeReason;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.dispatch.Cancellation.Cause;
import dev.counterfoil.scheduler.dispatch.Dispatch;
import dev.counterfoil.scheduler.dispatch.Dispatcher;

/** A dispatcher's one call: what was not made had no effect, what was made and said nothing may have had one. Immutable. */
record ProviderCall(Dispatcher dispatcher, Dispatch dispatch) implements OneCall<Answer> {
    @Override
    public Answer make() throws Exception {
        return dispatcher.dispatch(dispatch);
    }

    @Override
    public Answer without(Lack lack) {
        return switch (lack) {
            case THREW -> Answer.uncertain().because(OutcomeReason.EXCEPTION);
            case THREADS_CLOSED -> Answer.notDispatched(OutcomeReason.STOPPED_BY_HOST);
            case NO_THREAD -> Answer.notDispatched(OutcomeReason.EXCEPTION);
            case LEASE -> Answer.notDispatched(OutcomeReason.LEASE_TOO_OLD);
        };
    }

    @Override
    public Answer unmade(Cause cause) {
        return ended(Answer.notDispatched(), cause);
    }

    @Override
    public Answer abandoned(Cause cause) {
        return ended(Answer.uncertain(), cause);
    }

    private static Answer ended(Answer answer, Cause cause) {
        return switch (cause) {
            case TIMEOUT -> answer.category(FailureCategory.TIMEOUT).because(OutcomeReason.ATTEMPT_TIMEOUT);
            case CANCELLED -> answer.category(FailureCategory.CANCELLED);
            case STOPPING -> answer.category(FailureCategory.CANCELLED).because(OutcomeReason.STOPPED_BY_HOST);
        };
    }
}
