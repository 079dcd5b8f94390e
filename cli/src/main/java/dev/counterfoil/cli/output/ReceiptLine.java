// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.output;

import dev.counterfoil.receiver.receipt.PendingClaim;
import dev.counterfoil.receiver.receipt.Receipt;

/** A receiver's receipt as it is printed for people; for programs it has a form of its own. Immutable. */
public final class ReceiptLine {
    private ReceiptLine() {}

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
