// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.spec;

import dev.counterfoil.http.HttpReceipts;
import dev.counterfoil.http.ReceiptUrl;
import dev.counterfoil.journal.canonical.Json;
import dev.counterfoil.scheduler.lookup.ReceiptBook;
import dev.counterfoil.scheduler.recovery.Book;
import java.time.Duration;

/**
 * A provider's book as it is written and stored: a value of a header may name variables of the environment. Immutable.
 *
 * <p>Stored, it is one object: {@code url}, {@code headers} (names and values as they are written, references unresolved),
 * {@code timeout_millis}, {@code absence}.
 *
 * @param url where it is asked, with {@code {scope}}
 * @param headers its headers
 * @param timeout how long a look-up may take
 * @param absence what it is worth that it holds nothing
 */
public record ReceiptsForm(String url, HeaderTexts headers, Duration timeout, Book absence) {
    /**
     * Checks all of it: what the variables will hold is taken to fit.
     *
     * @throws IllegalArgumentException where it is no book that can be asked; the message holds no value
     */
    public ReceiptsForm {
        book(url, headers, timeout, absence, name -> "x");
    }

    /**
     * The book with what the environment holds.
     *
     * @param environment the environment
     * @return the book
     * @throws IllegalArgumentException where a variable is missing, or does not fit a header
     */
    public ReceiptBook book(Variables environment) {
        return book(url, headers, timeout, absence, environment);
    }

    private static ReceiptBook book(
            String url, HeaderTexts headers, Duration timeout, Book absence, Variables environment) {
        return new HttpReceipts(ReceiptUrl.of(url), headers.resolve(environment), absence).book(timeout);
    }

    Json json() {
        return Json.object()
                .put("url", url)
                .put("headers", headers.json())
                .put("timeout_millis", timeout.toMillis())
                .put("absence", absence.code())
                .build();
    }

    /** Tells nothing of the values, and of the URL only how long it is. */
    @Override
    public String toString() {
        return "ReceiptsForm[url of " + url.length() + " characters, headers " + headers + ", " + timeout + ", " + absence.code()
                + "]";
    }
}
