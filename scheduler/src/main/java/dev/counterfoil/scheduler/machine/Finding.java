// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.machine;

import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.VerdictKind;
import java.util.Optional;

/**
 * What a person found out about an attempt in doubt. Immutable.
 *
 * @param verdict what became of it, or what may be done
 * @param evidence what that rests on, 1 to {@link Bounds#EVIDENCE_BYTES} bytes; kept beside the verdict
 * @param response the response that was found; with verdict completed only, and even then there may be none
 * @param by who found it
 */
public record Finding(VerdictKind verdict, Bytes evidence, Optional<Bytes> response, Optional<String> by) {
    /**
     * Checks the sizes, and that verdict and response agree.
     *
     * @throws IllegalArgumentException where the evidence is empty or too long, the response is too long or goes with another verdict
     *     than completed, or {@code by} is not a name; the message holds none of them
     */
    public Finding {
        if (evidence.size() == 0) {
            throw new IllegalArgumentException("evidence is empty");
        }
        if (evidence.size() > Bounds.EVIDENCE_BYTES) {
            throw new IllegalArgumentException(
                    "evidence has " + evidence.size() + " bytes, at most " + Bounds.EVIDENCE_BYTES + " are allowed");
        }
        if (response.isPresent() && verdict != VerdictKind.COMPLETED) {
            throw new IllegalArgumentException("a response goes with the verdict completed only");
        }
        if (response.isPresent() && response.get().size() > Bounds.RESPONSE_BYTES_AT_MOST) {
            throw new IllegalArgumentException("response has " + response.get().size() + " bytes, at most "
                    + Bounds.RESPONSE_BYTES_AT_MOST + " are allowed");
        }
        by.ifPresent(name -> Bounds.name("by", name));
    }

    /**
     * A finding without a response, by nobody in particular.
     *
     * @param verdict what became of the attempt, or what may be done
     * @param evidence what that rests on, in words
     * @return the finding
     * @throws IllegalArgumentException where the evidence is empty or too long
     */
    public static Finding of(VerdictKind verdict, String evidence) {
        return new Finding(verdict, Bytes.utf8(evidence), Optional.empty(), Optional.empty());
    }

    /**
     * The same with the response that was found.
     *
     * @param found its bytes
     * @return the finding
     * @throws IllegalArgumentException where it is too long, or the verdict is not completed
     */
    public Finding withResponse(Bytes found) {
        return new Finding(verdict, evidence, Optional.of(found), by);
    }

    /**
     * The same with the name of who found it.
     *
     * @param name who
     * @return the finding
     * @throws IllegalArgumentException where it is not a name
     */
    public Finding foundBy(String name) {
        return new Finding(verdict, evidence, response, Optional.of(name));
    }
}
