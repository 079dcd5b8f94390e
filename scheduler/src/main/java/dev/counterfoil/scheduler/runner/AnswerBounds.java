// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.journal.canonical.CanonicalWriter;
import dev.counterfoil.journal.canonical.Json;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Content;
import dev.counterfoil.journal.record.EvidenceKind;
import dev.counterfoil.journal.record.FailureCategory;
import dev.counterfoil.journal.record.OutcomeReason;
import dev.counterfoil.scheduler.dispatch.Answer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Holds an answer to its bounds. A response that is too large is not kept: the call happened and its result cannot be used, so the
 * attempt is uncertain; digest and length of the response are kept as evidence. Pure.
 */
final class AnswerBounds {
    private AnswerBounds() {}

    static Answer hold(Answer answer, long responseBytes) {
        Answer trimmed = new Answer(
                answer.outcomeClass(),
                answer.category(),
                answer.reason(),
                answer.usage(),
                answer.response(),
                answer.retryAfterMillis(),
                findings(answer));
        return answer.response()
                .filter(response -> response.size() > responseBytes)
                .map(response -> tooLarge(trimmed, response.content()))
                .orElse(trimmed);
    }

    private static Answer tooLarge(Answer answer, Content response) {
        Bytes evidence = Bytes.of(CanonicalWriter.write(Json.object()
                .put("response_bytes", response.bytes())
                .put("response_sha256", response.sha256().hex())
                .build()));
        return new Answer(
                        Answer.uncertain().outcomeClass(),
                        Optional.of(FailureCategory.MALFORMED_RESPONSE),
                        Optional.of(OutcomeReason.RESPONSE_TOO_LARGE),
                        answer.usage(),
                        Optional.empty(),
                        answer.retryAfterMillis(),
                        answer.findings())
                .keeping(EvidenceKind.UNUSABLE_RESPONSE, evidence);
    }

    private static List<Answer.Finding> findings(Answer answer) {
        return answer.findings().stream()
                .map(finding -> finding.content().size() <= Bounds.EVIDENCE_BYTES
                        ? finding
                        : new Answer.Finding(finding.what(), first(finding.content())))
                .toList();
    }

    private static Bytes first(Bytes content) {
        return Bytes.of(Arrays.copyOf(content.toArray(), Bounds.EVIDENCE_BYTES));
    }
}
