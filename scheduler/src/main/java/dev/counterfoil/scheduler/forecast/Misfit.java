// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.forecast;

import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.RefusalCode;
import dev.counterfoil.scheduler.admission.NextAttempt;
import dev.counterfoil.scheduler.admission.Proposal;
import dev.counterfoil.scheduler.admission.WaitSource;
import dev.counterfoil.scheduler.plan.Analysis;
import dev.counterfoil.scheduler.plan.Fits;
import dev.counterfoil.scheduler.plan.Planner;
import dev.counterfoil.scheduler.plan.Policy;
import dev.counterfoil.scheduler.plan.Surroundings;
import java.time.Instant;
import java.util.Optional;

/**
 * What can never fit, found before anything of it runs. It does not tell of what may not fit at worst: the {@link Planner} does. Immutable.
 */
public sealed interface Misfit {
    /**
     * What it is called.
     *
     * @return the invocation's or the policy's name
     */
    String name();

    /**
     * What is wrong.
     *
     * @return one line: name, code, and where to look
     */
    String message();

    /**
     * An invocation whose first attempt is refused.
     *
     * @param invocation its name
     * @param refusal why
     */
    record NoAttempt(InvocationId invocation, RefusalCode refusal) implements Misfit {
        @Override
        public String name() {
            return invocation.value();
        }

        @Override
        public String message() {
            return name() + ": " + refusal.code() + ", no attempt can be made; see its limits";
        }
    }

    /**
     * A policy with a limit that not even the best case keeps.
     *
     * @param name what it is called
     * @param analysis its plan, and what is said beyond it
     */
    record NoTime(String name, Analysis analysis) implements Misfit {
        @Override
        public String message() {
            return name + ": never_fits, not even its best case of " + Math.round(analysis.lowerBoundMillis()) + " ms; see its plan";
        }
    }

    /**
     * Looks at an invocation before its first run.
     *
     * @param invocation its name
     * @param opened what its opening would say; see {@link Forecaster#opened}
     * @param now the present
     * @return empty where its first attempt may start
     */
    static Optional<Misfit> of(InvocationId invocation, InvocationState opened, Instant now) {
        return NextAttempt.of(opened, now, WaitSource.NONE).map(Proposal::decision)
                .flatMap(decision -> decision.match(admitted -> Optional.empty(), Optional::of))
                .map(refused -> new NoAttempt(invocation, refused.code()));
    }

    /**
     * Looks at a policy.
     *
     * @param name what it is called
     * @param policy the policy
     * @param around what is known around it
     * @return empty where it fits, or may
     * @throws IllegalArgumentException where it cannot be planned
     */
    static Optional<Misfit> of(String name, Policy policy, Surroundings around) {
        return Optional.of(Planner.analyse(policy, around)).filter(analysis -> analysis.fits() == Fits.NO)
                .map(analysis -> new NoTime(name, analysis));
    }
}
