// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.operation;

/**
 * One effect that somebody wants once. Immutable.
 *
 * @param scope within what the key has its meaning
 * @param key its name there
 */
public record Operation(OperationScope scope, OperationKey key) {
    /**
     * An operation by its two names.
     *
     * @param scope 1 to 256 UTF-8 bytes
     * @param key 1 to 256 UTF-8 bytes
     * @return the operation
     * @throws IllegalArgumentException where one of them is empty, too long or no Unicode text
     */
    public static Operation of(String scope, String key) {
        return new Operation(new OperationScope(scope), new OperationKey(key));
    }
}
