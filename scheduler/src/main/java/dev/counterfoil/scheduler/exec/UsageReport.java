// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.exec;

import dev.counterfoil.journal.canonical.JsonTree;
import dev.counterfoil.journal.canonical.StrictJson;
import dev.counterfoil.journal.canonical.StrictJsonException;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.EvidenceKind;
import dev.counterfoil.journal.record.Usage;
import dev.counterfoil.scheduler.dispatch.Answer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What a process says it used, and when to come back. It never changes what is known of the effect. Immutable.
 *
 * <p>A report is one object with the members {@code context_tokens}, {@code output_tokens}, {@code cost_micros} and
 * {@code retry_after_millis}, all optional (null is as good as absent), whole and not negative, in at most 4 KiB. A report with
 * anything else in it is malformed as a whole: nothing of it is believed.
 *
 * @param usage what it used
 * @param retryAfterMillis not before so many milliseconds
 * @param malformed the beginning of a report that could not be read
 */
record UsageReport(Usage usage, OptionalLong retryAfterMillis, Optional<Bytes> malformed) {
    /** Longest report, in bytes. */
    static final int BYTES = 4096;

    /** Nothing was said. */
    static final UsageReport NONE = new UsageReport(Usage.UNKNOWN, OptionalLong.empty(), Optional.empty());

    private static final String CONTEXT_TOKENS = "context_tokens";
    private static final String OUTPUT_TOKENS = "output_tokens";
    private static final String COST_MICROS = "cost_micros";
    private static final String RETRY_AFTER_MILLIS = "retry_after_millis";
    private static final Set<String> MEMBERS = Set.of(CONTEXT_TOKENS, OUTPUT_TOKENS, COST_MICROS, RETRY_AFTER_MILLIS);

    /**
     * Reads a report.
     *
     * @param bytes the file's bytes, or more of them than are allowed
     * @return the report; a malformed one says nothing and has its bytes
     */
    static UsageReport of(byte[] bytes) {
        return parse(bytes).orElseGet(() -> unreadable(Bytes.of(Arrays.copyOf(bytes, Math.min(bytes.length, BYTES)))));
    }

    /**
     * A report that says nothing because it could not be read.
     *
     * @param beginning what is kept of it
     * @return the report
     */
    static UsageReport unreadable(Bytes beginning) {
        return new UsageReport(Usage.UNKNOWN, OptionalLong.empty(), Optional.of(beginning));
    }

    /**
     * Adds what it says to an answer.
     *
     * @param answer the answer
     * @return one of the same class
     */
    Answer addTo(Answer answer) {
        Answer told = answer.used(usage);
        if (retryAfterMillis.isPresent()) {
            told = told.retryAfter(Duration.ofMillis(retryAfterMillis.getAsLong()));
        }
        return malformed.isPresent() ? told.keeping(EvidenceKind.MALFORMED_REPORT, malformed.get()) : told;
    }

    private static Optional<UsageReport> parse(byte[] bytes) {
        try {
            if (StrictJson.read(bytes, BYTES) instanceof JsonTree.Members members && MEMBERS.containsAll(members.members().keySet())) {
                Usage usage = new Usage(
                        amount(members, CONTEXT_TOKENS), amount(members, OUTPUT_TOKENS), amount(members, COST_MICROS));
                OptionalLong wait = amount(members, RETRY_AFTER_MILLIS);
                wait.ifPresent(millis -> Bounds.amount(RETRY_AFTER_MILLIS, millis));
                return Optional.of(new UsageReport(usage, wait, Optional.empty()));
            }
            return Optional.empty();
        } catch (StrictJsonException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static OptionalLong amount(JsonTree.Members members, String name) {
        Optional<JsonTree> value = members.member(name).filter(written -> !(written instanceof JsonTree.Null));
        if (value.isEmpty()) {
            return OptionalLong.empty();
        }
        if (value.get() instanceof JsonTree.Numeral number && number.whole().isPresent()) {
            return number.whole();
        }
        throw new IllegalArgumentException(name + " is not a whole number");
    }
}
