// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.spec;

import dev.counterfoil.http.ReceiptUrl;
import dev.counterfoil.journal.canonical.JsonTree;
import dev.counterfoil.journal.record.Operation;
import dev.counterfoil.scheduler.lookup.ReceiptBook;
import dev.counterfoil.scheduler.recovery.Book;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the books of the providers of a spec, one for each, where it has one. Pure. */
final class ReceiptsReader {
    private static final String RECEIPTS = "receipts";
    private static final String[] MEMBERS = {"url", "headers", "timeout", "absence"};

    private ReceiptsReader() {}

    static List<Optional<ReceiptsForm>> read(SpecObject spec, Operation operation) {
        List<Optional<ReceiptsForm>> books = new ArrayList<>();
        for (JsonTree provider : spec.elements("providers")) {
            Optional<JsonTree> written = provider instanceof JsonTree.Members members ? members.member(RECEIPTS) : Optional.empty();
            books.add(written.map(value -> form(spec, value, operation)));
        }
        return books;
    }

    private static ReceiptsForm form(SpecObject spec, JsonTree value, Operation operation) {
        if (operation.scope().isEmpty() || operation.key().isEmpty()) {
            throw spec.source().refuse(value.place(),
                    "receipts are looked up by the operation's scope and key; give it both, or leave receipts out");
        }
        SpecObject object = SpecObject.of(spec.source(), value, MEMBERS);
        String url = object.checked(object.required("url"), ReceiptUrl::of).template();
        Duration timeout = object.checked("timeout", Durations::parse).orElse(ReceiptBook.TIMEOUT);
        Book absence = object.word("absence", Book.class).orElse(Book.CLAIMS);
        if (absence == Book.NONE) {
            throw object.refuse("absence", "must be one of claims, final; who has no book leaves receipts out");
        }
        HeaderTexts headers = HttpReader.headers(object);
        return object.attempt(object.placeOf("timeout"), () -> new ReceiptsForm(url, headers, timeout, absence));
    }
}
