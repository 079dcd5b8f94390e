// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.journal.Amendment;
import dev.counterfoil.journal.Journal;
import dev.counterfoil.journal.canonical.CanonicalWriter;
import dev.counterfoil.journal.canonical.Json;
import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Entry;
import dev.counterfoil.journal.record.Evidence;
import dev.counterfoil.journal.record.EvidenceKind;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.time.InvocationClock;
import java.util.Base64;
import java.util.List;
import java.util.OptionalInt;

/**
 * Keeps an answer that came after its attempt was given up, or after its runtime lost the invocation: as evidence, which changes no
 * decision and may become the ground of a verdict. Thread-safe.
 */
final class LateAnswers {
    private static final System.Logger LOG = System.getLogger(LateAnswers.class.getName());

    /** Longest response that is kept whole within {@link Bounds#EVIDENCE_BYTES}, in base 64 and with the members around it. */
    private static final int WHOLE_RESPONSE_BYTES = 47 * 1_024;

    private final Journal journal;
    private final RunSettings settings;

    LateAnswers(Journal journal, RunSettings settings) {
        this.journal = journal;
        this.settings = settings;
    }

    void keep(InvocationId id, int ordinal, Answer answer) {
        Bytes content = content(answer);
        try {
            Amendment amendment = journal.amend(id, chronicle -> {
                InvocationState state = chronicle.soundState();
                if (state.evidenceCount(ordinal) >= Bounds.EVIDENCE_PER_ATTEMPT) {
                    return List.of();
                }
                InvocationClock clock = InvocationClock.resume(settings.wall(), settings.ticker(), state.last().at());
                Evidence evidence = new Evidence(
                        state.next(clock.now(), chronicle.row().holder().epoch()),
                        OptionalInt.of(ordinal),
                        EvidenceKind.LATE_OUTCOME,
                        content.content());
                return List.of(Entry.of(evidence, content));
            });
            if (!(amendment instanceof Amendment.Amended)) {
                LOG.log(System.Logger.Level.WARNING, "a late answer to attempt {0} of {1} was not kept", ordinal, id);
            }
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "a late answer to attempt {0} of {1} was not kept: {2}", ordinal, id, e.getMessage());
        }
    }

    private static Bytes content(Answer answer) {
        Json.ObjectBuilder json = Json.object().put("class", answer.outcomeClass().code());
        answer.reason().ifPresent(reason -> json.put("reason", reason.code()));
        answer.response().ifPresent(response -> {
            json.put("response_sha256", response.content().sha256().hex()).put("response_bytes", response.size());
            if (response.size() <= WHOLE_RESPONSE_BYTES) {
                json.put("response_base64", Base64.getEncoder().encodeToString(response.toArray()));
            }
        });
        return Bytes.of(CanonicalWriter.write(json.build()));
    }
}
