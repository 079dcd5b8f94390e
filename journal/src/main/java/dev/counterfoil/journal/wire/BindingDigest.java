// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.wire;

import dev.counterfoil.journal.canonical.CanonicalWriter;
import dev.counterfoil.journal.canonical.Json;
import dev.counterfoil.journal.record.Binding;
import dev.counterfoil.journal.record.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * The digest of what is bound: one name for request, policy, order and deadline together. Pure; immutable.
 *
 * <p>The bound members are those of an opening, under the same names; being an object in canonical form they stand in the order of
 * their names. The order in which a binding is <em>compared</em> is that of {@link BindingComparison}.
 */
public final class BindingDigest {
    private static final byte[] TAG = "counterfoil.binding.v1\0".getBytes(StandardCharsets.US_ASCII);

    private BindingDigest() {}

    /**
     * SHA-256 of the tag {@code counterfoil.binding.v1}, 0x00, and the canonical object of the bound members.
     *
     * @param binding what is bound
     * @return its digest
     */
    public static Sha256 of(Binding binding) {
        MessageDigest digest = Sha256.newDigest();
        digest.update(TAG);
        digest.update(CanonicalWriter.write(BindingMembers.write(Json.object(), binding).build()));
        return Sha256.of(digest);
    }
}
