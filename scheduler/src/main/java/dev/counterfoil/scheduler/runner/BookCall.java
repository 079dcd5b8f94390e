// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.scheduler.dispatch.Cancellation.Cause;
import dev.counterfoil.scheduler.lookup.Lookup;
import dev.counterfoil.scheduler.lookup.LookupAnswer;
import dev.counterfoil.scheduler.lookup.ReceiptLookup;
import java.util.Locale;

/** A look-up's one call: whatever becomes of it but an answer, the book is unavailable. Immutable. */
record BookCall(ReceiptLookup book, Lookup lookup) implements OneCall<LookupAnswer> {
    @Override
    public LookupAnswer make() throws Exception {
        return book.lookUp(lookup);
    }

    @Override
    public LookupAnswer without(Lack lack) {
        return none(lack);
    }

    @Override
    public LookupAnswer unmade(Cause cause) {
        return none(cause);
    }

    @Override
    public LookupAnswer abandoned(Cause cause) {
        return none(cause);
    }

    private static LookupAnswer none(Enum<?> why) {
        return LookupAnswer.unavailable().saying(Bytes.utf8("no answer: " + why.name().toLowerCase(Locale.ROOT)));
    }
}
