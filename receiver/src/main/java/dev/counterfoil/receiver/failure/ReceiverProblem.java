// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.failure;

import java.util.Locale;

/** Why a database of receipts is not available. Immutable. */
public enum ReceiverProblem {
    /** There is no such file, or the database has no tables of the receiver. */
    MISSING,
    /** Others kept it locked, or overtook us again and again, for too long. */
    BUSY,
    /** No space is left. */
    FULL,
    /** It cannot be written. */
    READ_ONLY,
    /** It is a file of something else. */
    NOT_A_RECEIVER,
    /** It has a version that this program does not know. */
    OTHER_VERSION,
    /** The file system has no hard links, by which a new file gets its name. */
    NO_HARD_LINKS,
    /** No receiver's file may have this name: a mistake of who gave it. */
    UNFIT_NAME,
    /** A setting that durability needs could not be made. */
    NOT_DURABLE,
    /** The data source's connections read what others did not commit. */
    WEAK_ISOLATION,
    /** The database holds what the receiver never writes. */
    DAMAGED,
    /** The database refused a row or a statement: a unique key of the effect's own tables, a trigger, a column that is not there. */
    CONSTRAINT,
    /** An effect failed by itself, or asked its connection for what belongs to the receiver; again it would. */
    EFFECT_FAILED,
    /** An effect, or what it called, ended the transaction that it was given; what it wrote before may last without a receipt. */
    TRANSACTION_ENDED,
    /** Reading or writing failed otherwise. */
    IO_FAILED;

    /**
     * Its stable name.
     *
     * @return lower_snake
     */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
