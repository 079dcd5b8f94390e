// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

import java.util.Optional;

/**
 * The effect an invocation may have: what its receiver promises, and the scope and key that name it. Immutable.
 *
 * @param contract what the receiver promises
 * @param scope where the key means something; 1 to 256 bytes
 * @param key the key that is the same on every attempt; 1 to 256 bytes
 */
public record Operation(Contract contract, Optional<String> scope, Optional<String> key) {
    /** The operation nothing is known of. */
    public static final Operation UNDECLARED = new Operation(Contract.NON_IDEMPOTENT, Optional.empty(), Optional.empty());

    /**
     * Checks scope and key.
     *
     * @throws IllegalArgumentException where one is not a name, or a receiver-idempotent operation has no key
     */
    public Operation {
        scope.ifPresent(value -> Bounds.name("scope", value));
        key.ifPresent(value -> Bounds.name("key", value));
        if (contract == Contract.RECEIVER_IDEMPOTENT && key.isEmpty()) {
            throw new IllegalArgumentException("a receiver_idempotent operation needs a key");
        }
    }

    /** Names the key by its digest and length: it may be a secret of the receiver's. */
    @Override
    public String toString() {
        String shown = key.map(value -> {
            Content content = Bytes.utf8(value).content();
            return content.bytes() + " bytes, SHA-256 " + content.sha256();
        }).orElse("none");
        return "Operation[contract=" + contract + ", scope=" + scope.orElse("none") + ", key=" + shown + "]";
    }
}
