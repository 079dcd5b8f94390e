// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.spec;

import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.dispatch.Dispatcher;
import dev.counterfoil.scheduler.exec.ExecCommand;
import dev.counterfoil.scheduler.lookup.LookupAnswer;
import dev.counterfoil.scheduler.lookup.ReceiptBook;
import java.util.Optional;

/** Turns what a provider's way says into the way itself. Implementations are thread-safe. */
public interface Dispatchers {
    /** For who only looks at providers: nobody is called, and no variable of the environment is read. */
    Dispatchers UNCALLED = all(dispatch -> Answer.notDispatched());

    /**
     * One way for all.
     *
     * @param way the way
     * @return gives it for each provider
     */
    static Dispatchers all(Dispatcher way) {
        return new Dispatchers() {
            @Override
            public Dispatcher exec(ExecCommand command, Optional<Bytes> input) {
                return way;
            }

            @Override
            public Dispatcher http(HttpForm form) {
                return way;
            }

            @Override
            public ReceiptBook receipts(ReceiptsForm form) {
                return new ReceiptBook(lookup -> LookupAnswer.unavailable(), form.absence(), form.timeout());
            }
        };
    }

    /**
     * The way to call a program.
     *
     * @param command what is started
     * @param input the bytes for its stdin, where they are not the request's
     * @return the dispatcher
     */
    Dispatcher exec(ExecCommand command, Optional<Bytes> input);

    /**
     * The way to call an endpoint.
     *
     * @param form where, with what head
     * @return the dispatcher
     * @throws IllegalArgumentException where the environment lacks what a header refers to
     */
    Dispatcher http(HttpForm form);

    /**
     * A provider's book.
     *
     * @param form where it is asked
     * @return the book
     * @throws IllegalArgumentException where the environment lacks what a header refers to
     */
    ReceiptBook receipts(ReceiptsForm form);
}
