// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.receipt;

import dev.counterfoil.receiver.operation.ReceiverBounds;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * What a person found out about a pending operation. Immutable.
 *
 * @param verdict whether it had its effect
 * @param evidence how that is known, 1 to 4,096 UTF-8 bytes; kept with the operation until it is purged
 */
public record Finding(Verdict verdict, String evidence) {
    /**
     * Checks the text.
     *
     * @throws IllegalArgumentException where it is empty, too long or no Unicode text
     */
    public Finding {
        ReceiverBounds.text("evidence", evidence, ReceiverBounds.TEXT_BYTES);
    }

    /** Whether it had its effect. Immutable. */
    public enum Verdict {
        /** It had. */
        COMPLETED,
        /** It had not, and will not. */
        REJECTED;

        /**
         * Its stable name.
         *
         * @return lower_snake
         */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }

        /**
         * The verdict of a name.
         *
         * @param code the name
         * @return the verdict, where it is one
         */
        public static Optional<Verdict> of(String code) {
            return Arrays.stream(values()).filter(each -> each.code().equals(code)).findFirst();
        }
    }
}
