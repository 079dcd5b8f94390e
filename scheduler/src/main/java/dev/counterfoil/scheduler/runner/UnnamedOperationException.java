// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.scheduler.dispatch.SchedulerException;

/** An invocation has a provider with a book of receipts, and its operation has no scope or no key to ask that book about. */
public final class UnnamedOperationException extends SchedulerException {
    private static final long serialVersionUID = 1;

    /** What the operation lacks. */
    public enum Missing {
        /** The scope. */
        SCOPE,
        /** The key. */
        KEY
    }

    private final transient ProviderId provider;
    private final Missing missing;

    UnnamedOperationException(ProviderId provider, Missing missing) {
        super("the receipts of provider " + provider + " are looked up by scope and key, and the operation has no "
                + (missing == Missing.SCOPE ? "scope" : "key") + "; give it one, or the provider no receipts");
        this.provider = provider;
        this.missing = missing;
    }

    /**
     * The first provider with a book.
     *
     * @return its id
     */
    public ProviderId provider() {
        return provider;
    }

    /**
     * What the operation lacks; the scope, where it lacks both.
     *
     * @return scope or key
     */
    public Missing missing() {
        return missing;
    }
}
