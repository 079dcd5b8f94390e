// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.output;

import dev.counterfoil.receiver.operation.PayloadDigest;
import dev.counterfoil.receiver.receipt.PendingClaim;
import dev.counterfoil.receiver.receipt.Receipt;
import java.util.OptionalLong;

/** A receiver's receipt as it is printed. Immutable. */
public final class ReceiptLine {
    private ReceiptLine() {}

    /**
     * As the receiver answers it over HTTP.
     *
     * @param receipt the receipt
     * @return one JSON object
     */
    public static String json(Receipt receipt) {
        OptionalLong effectId = receipt.effectId();
        JsonLine line = new JsonLine().put("state", receipt.state().code());
        JsonLine last = receipt.state().isFinal() ? line.yes("final") : line.no("final");
        JsonLine effect = effectId.isPresent() ? last.put("effect_id", effectId.getAsLong()) : last.nothing("effect_id");
        return effect.put("payload_sha256", receipt.payload().map(PayloadDigest::hex)).toString();
    }

    /**
     * For people.
     *
     * @param receipt the receipt
     * @return one line
     */
    public static String text(Receipt receipt) {
        String effect = receipt.effectId().isPresent() ? ", effect " + receipt.effectId().getAsLong() : "";
        String payload = receipt.payload().map(digest -> ", payload " + digest.hex()).orElse("");
        String claim = receipt.claim().map(ReceiptLine::text).orElse("");
        return receipt.state().code() + (receipt.state().isFinal() ? " (final)" : " (may change)") + effect + payload + claim;
    }

    private static String text(PendingClaim claim) {
        return ", claimed by " + PlainText.line(claim.claimant()) + " at " + claim.since() + " (claim " + claim.fence() + ")";
    }
}
