// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.output;

import dev.counterfoil.journal.record.Cancellation;
import dev.counterfoil.journal.record.Closing;
import dev.counterfoil.journal.record.Evidence;
import dev.counterfoil.journal.record.Intent;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.JournalRecord;
import dev.counterfoil.journal.record.Opening;
import dev.counterfoil.journal.record.Outcome;
import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.journal.record.Verdict;
import java.util.Optional;

/** The line that tells of one durable step. Members that do not apply are left out. Pure; thread-safe. */
public final class EventLine {
    private EventLine() {}

    /**
     * A step as JSON.
     *
     * @param invocation its invocation
     * @param step the record
     * @param digest its link of the chain
     * @return one compact line; empty for evidence, which is no step
     */
    public static Optional<String> json(InvocationId invocation, JournalRecord step, Sha256 digest) {
        return step.match(new Cases(invocation.value()))
                .map(line -> line.put("sequence", step.stamp().sequence()).put("digest", digest.hex()).toString());
    }

    private record Cases(String invocation) implements JournalRecord.Cases<Optional<JsonLine>> {
        private JsonLine event(String name) {
            return new JsonLine().put("event", name).put("invocation", invocation);
        }

        @Override
        public Optional<JsonLine> opening(Opening opening) {
            return Optional.of(event("opened"));
        }

        @Override
        public Optional<JsonLine> intent(Intent intent) {
            return Optional.of(
                    event("intent_committed").put("ordinal", intent.ordinal()).put("provider", intent.provider().value()));
        }

        @Override
        public Optional<JsonLine> outcome(Outcome outcome) {
            return Optional.of(
                    event("outcome_committed").put("ordinal", outcome.ordinal()).put("class", outcome.outcomeClass().code()));
        }

        @Override
        public Optional<JsonLine> verdict(Verdict verdict) {
            return Optional.of(event("verdict_committed").put("ordinal", verdict.ordinal()));
        }

        @Override
        public Optional<JsonLine> cancellation(Cancellation cancellation) {
            return Optional.of(event("cancelled"));
        }

        @Override
        public Optional<JsonLine> evidence(Evidence evidence) {
            return Optional.empty();
        }

        @Override
        public Optional<JsonLine> closing(Closing closing) {
            return Optional.of(event("closed"));
        }
    }
}
