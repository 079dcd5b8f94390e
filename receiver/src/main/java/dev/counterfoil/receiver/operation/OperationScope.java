// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.operation;

/**
 * Within what a key names one operation: a tenant and an action, say. Compared byte by byte, never trimmed or folded. Immutable.
 *
 * @param value 1 to 256 UTF-8 bytes
 */
public record OperationScope(String value) {
    /**
     * Checks the text.
     *
     * @throws IllegalArgumentException where it is empty, too long or no Unicode text
     */
    public OperationScope {
        ReceiverBounds.name("scope", value);
    }

    /** Its length, never its text: a scope may name a customer. */
    @Override
    public String toString() {
        return "scope of " + value.length() + " characters";
    }
}
