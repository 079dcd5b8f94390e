// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.spec;

import dev.counterfoil.scheduler.lookup.Lookup;
import dev.counterfoil.scheduler.lookup.LookupAnswer;
import dev.counterfoil.scheduler.lookup.ReceiptBook;
import dev.counterfoil.scheduler.lookup.ReceiptLookup;

/** A look-up that is made when a run gets ready to ask. Thread-safe. */
record LateLookup(Late<ReceiptBook> book) implements ReceiptLookup {
    @Override
    public void prepare() {
        book.get().lookup().prepare();
    }

    @Override
    public LookupAnswer lookUp(Lookup lookup) throws Exception {
        return book.get().lookup().lookUp(lookup);
    }
}
