// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.operation;

/**
 * Names one operation within its scope, chosen by who asks for it. Compared byte by byte, never trimmed or folded. Immutable.
 *
 * @param value 1 to 256 UTF-8 bytes
 */
public record OperationKey(String value) {
    /**
     * Checks the text.
     *
     * @throws IllegalArgumentException where it is empty, too long or no Unicode text
     */
    public OperationKey {
        ReceiverBounds.name("key", value);
    }

    /** Its length, never its text: a key may be a secret. */
    @Override
    public String toString() {
        return "key of " + value.length() + " characters";
    }
}
