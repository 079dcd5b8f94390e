// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.recovery;

import dev.counterfoil.journal.fold.Tail;
import dev.counterfoil.journal.record.Coded;
import dev.counterfoil.journal.record.DoubtProfile;
import java.util.List;

/**
 * The rows, as a table to be read. A line holds when all its cells hold; a row when one of its lines does; the order means nothing,
 * because no situation belongs to two rows. Immutable.
 *
 * <p>R read-only, K keyed, U unkeyed. Each line is plain "and": where a row needs "or" between two cells it has
 * several lines.
 */
final class Letters {
    private static final Cell<Tail> EMPTY = Cell.is(Tail.EMPTY);
    private static final Cell<Tail> SETTLED = Cell.is(Tail.SETTLED);
    private static final Cell<Tail> STOPPED = Cell.is(Tail.STOPPED);
    private static final Cell<Tail> IN_TIME = Cell.is(Tail.COMPLETED_IN_TIME);
    private static final Cell<Tail> LATE = Cell.is(Tail.COMPLETED_LATE);
    private static final Cell<Tail> PERMANENT = Cell.is(Tail.PERMANENT);
    private static final Cell<Tail> SAFE = Cell.is(Tail.SAFE_FAILURE);
    private static final Cell<Tail> DOUBT = Cell.is(Tail.DOUBT);
    private static final Cell<Tail> C_COMPLETED = Cell.is(Tail.CLEARED_COMPLETED);
    private static final Cell<Tail> C_GOES_ON = Cell.is(Tail.CLEARED_NOT_APPLIED, Tail.CLEARED_REDELIVER);
    private static final Cell<Tail> C_ABANDONED = Cell.is(Tail.CLEARED_ABANDONED);

    private static final Cell<TableContract> R = Cell.is(TableContract.READ_ONLY);
    private static final Cell<TableContract> K = Cell.is(TableContract.KEYED);
    private static final Cell<TableContract> U = Cell.is(TableContract.UNKEYED);
    private static final Cell<TableContract> R_K = Cell.is(TableContract.READ_ONLY, TableContract.KEYED);
    private static final Cell<TableContract> K_U = Cell.is(TableContract.KEYED, TableContract.UNKEYED);
    private static final Cell<DoubtProfile> STRICT = Cell.is(DoubtProfile.STRICT);
    private static final Cell<DoubtProfile> RECONCILE = Cell.is(DoubtProfile.RECONCILE);
    private static final Cell<DoubtProfile> REDELIVER = Cell.is(DoubtProfile.REDELIVER);
    private static final Cell<DoubtProfile> REC_RED = Cell.is(DoubtProfile.RECONCILE, DoubtProfile.REDELIVER);

    private static final Cell<Book> NONE = Cell.is(Book.NONE);
    private static final Cell<Book> CLAIMS = Cell.is(Book.CLAIMS);
    private static final Cell<Book> FINAL = Cell.is(Book.FINAL);
    private static final Cell<Book> A_BOOK = Cell.is(Book.CLAIMS, Book.FINAL);

    private static final Cell<Receipt> NOT_ASKED = Cell.is(Receipt.NOT_ASKED);
    private static final Cell<Receipt> COMPLETED = Cell.is(Receipt.COMPLETED);
    private static final Cell<Receipt> REJECTED = Cell.is(Receipt.REJECTED);
    private static final Cell<Receipt> PENDING = Cell.is(Receipt.PENDING);
    private static final Cell<Receipt> CONFLICT = Cell.is(Receipt.CONFLICT);
    private static final Cell<Receipt> ABSENT = Cell.is(Receipt.ABSENT);
    private static final Cell<Receipt> UNAVAILABLE = Cell.is(Receipt.UNAVAILABLE);
    private static final Cell<Receipt> ABS_UNAV = Cell.is(Receipt.ABSENT, Receipt.UNAVAILABLE);

    private static final Cell<MayStart> YES = Cell.is(MayStart.YES);
    private static final Cell<MayStart> NO = Cell.is(MayStart.NO);

    static final List<Row> ROWS = List.of(
            //        tail         contract profile   book    receipt      may start
            row("@A", Decision.REPLAY, "what settled is given again byte for byte; nothing is sent",
                    when(SETTLED,     any(), any(),     any(),  NOT_ASKED,   any())),
            row("@B", Decision.REPORT_STOP, "what stopped stays stopped; its business state is reported with it",
                    when(STOPPED,     any(), any(),     any(),  NOT_ASKED,   any())),
            row("@C", Decision.CLOSE_SETTLED, "the response is on disk and came in time: only the last word is missing",
                    when(IN_TIME,     any(), any(),     any(),  NOT_ASKED,   any())),
            row("@C'", Decision.CLOSE_LATE, "the response is a fact and is kept, but it came too late: stopped, and confirmed",
                    when(LATE,        any(), any(),     any(),  NOT_ASKED,   any())),
            row("@D", Decision.CLOSE_PERMANENT, "the attempt had no effect, and the same request will be rejected again",
                    when(PERMANENT,   any(), any(),     any(),  NOT_ASKED,   any())),
            row("@E", Decision.ATTEMPT_FRESH, "no intent is on disk, so nothing was ever sent",
                    when(EMPTY,       any(), any(),     any(),  NOT_ASKED,   YES)),
            row("@F", Decision.CLOSE_REFUSED, "nothing was attempted, and nothing may be",
                    when(EMPTY,       any(), any(),     any(),  NOT_ASKED,   NO)),
            row("@G", Decision.RETRY_ELSE_FAILOVER, "the last attempt had no effect; this is the only row that leads to failover",
                    when(SAFE,        any(), any(),     any(),  NOT_ASKED,   YES)),
            row("@H", Decision.CLOSE_REFUSED, "the last attempt had no effect, and no other may be made",
                    when(SAFE,        any(), any(),     any(),  NOT_ASKED,   NO)),
            row("@I", Decision.UNCERTAIN_OUTCOME, "strict: a person decides every doubt",
                    when(DOUBT,       any(), STRICT,    any(),  NOT_ASKED,   any())),
            row("@J", Decision.UNCERTAIN_OUTCOME, "sending again may do it twice, and nobody can be asked",
                    when(DOUBT,       U,     REC_RED,   NONE,   NOT_ASKED,   any())),
            row("@K", Decision.LOOK_UP, "the receiver knows more than any rule: it is asked first",
                    when(DOUBT,       any(), RECONCILE, A_BOOK, NOT_ASKED,   any()),
                    when(DOUBT,       K_U,   REDELIVER, A_BOOK, NOT_ASKED,   any())),
            row("@L", Decision.ADOPT_RECEIPT, "it happened: the receipt's result is the response, whenever it is found",
                    when(DOUBT,       any(), RECONCILE, A_BOOK, COMPLETED,   any()),
                    when(DOUBT,       K_U,   REDELIVER, A_BOOK, COMPLETED,   any())),
            row("@L'", Decision.REJECT_BY_RECEIPT, "it did not happen and will not: the receiver rejected it for good",
                    when(DOUBT,       any(), RECONCILE, A_BOOK, REJECTED,    any()),
                    when(DOUBT,       K_U,   REDELIVER, A_BOOK, REJECTED,    any())),
            row("@M", Decision.WAIT_AND_LOOK_UP, "the receiver is at it: its answer is worth waiting for",
                    when(DOUBT,       any(), RECONCILE, A_BOOK, PENDING,     YES),
                    when(DOUBT,       K_U,   REDELIVER, A_BOOK, PENDING,     YES)),
            row("@M'", Decision.UNCERTAIN_RECEIPT_PENDING, "the receiver is at it, and there is no time or leave to wait",
                    when(DOUBT,       any(), RECONCILE, A_BOOK, PENDING,     NO),
                    when(DOUBT,       K_U,   REDELIVER, A_BOOK, PENDING,     NO)),
            row("@N", Decision.UNCERTAIN_RECEIPT_CONFLICT, "the key is somebody else's: neither our effect nor its absence is shown",
                    when(DOUBT,       any(), RECONCILE, A_BOOK, CONFLICT,    any()),
                    when(DOUBT,       K_U,   REDELIVER, A_BOOK, CONFLICT,    any())),
            row("@O", Decision.VERDICT_NOT_APPLIED, "a final absence is a fact and needs no leave; @V or @W comes next",
                    when(DOUBT,       any(), RECONCILE, FINAL,  ABSENT,      any()),
                    when(DOUBT,       K_U,   REDELIVER, FINAL,  ABSENT,      any())),
            row("@P", Decision.VERDICT_REDELIVER, "the same receiver does it once for the key, however often it is sent",
                    when(DOUBT,       K,     REDELIVER, NONE,   NOT_ASKED,   YES),
                    when(DOUBT,       K,     REDELIVER, CLAIMS, ABS_UNAV,    YES),
                    when(DOUBT,       K,     REDELIVER, FINAL,  UNAVAILABLE, YES)),
            row("@Q", Decision.VERDICT_REDELIVER, "reading again changes nothing; no book needs to be asked",
                    when(DOUBT,       R,     REDELIVER, any(),  NOT_ASKED,   YES)),
            row("@R", Decision.UNCERTAIN_OUTCOME, "sending again would be harmless, but the profile permits only asking",
                    when(DOUBT,       R_K,   RECONCILE, NONE,   NOT_ASKED,   any())),
            row("@S", Decision.UNCERTAIN_OUTCOME, "the book could not decide it; it is asked again at the next recovery",
                    when(DOUBT,       any(), RECONCILE, CLAIMS, ABS_UNAV,    any()),
                    when(DOUBT,       any(), RECONCILE, FINAL,  UNAVAILABLE, any()),
                    when(DOUBT,       U,     REDELIVER, CLAIMS, ABS_UNAV,    any()),
                    when(DOUBT,       U,     REDELIVER, FINAL,  UNAVAILABLE, any())),
            row("@T", Decision.UNCERTAIN_REFUSAL, "sending again would be harmless (as in @P and @Q), but no attempt may start",
                    when(DOUBT,       K,     REDELIVER, NONE,   NOT_ASKED,   NO),
                    when(DOUBT,       K,     REDELIVER, CLAIMS, ABS_UNAV,    NO),
                    when(DOUBT,       K,     REDELIVER, FINAL,  UNAVAILABLE, NO),
                    when(DOUBT,       R,     REDELIVER, any(),  NOT_ASKED,   NO)),
            row("@U", Decision.CLOSE_SETTLED, "a verdict says that it happened: only the last word is missing",
                    when(C_COMPLETED, any(), any(),     any(),  NOT_ASKED,   any())),
            row("@V", Decision.REDELIVER, "a verdict permits sending again, to the same provider",
                    when(C_GOES_ON,   any(), any(),     any(),  NOT_ASKED,   YES)),
            row("@W", Decision.CLOSE_REFUSED, "a verdict permits sending again, but no attempt may start",
                    when(C_GOES_ON,   any(), any(),     any(),  NOT_ASKED,   NO)),
            row("@X", Decision.CLOSE_ABANDONED, "a person gave up the doubt: stopped, and unknown for good",
                    when(C_ABANDONED, any(), any(),     any(),  NOT_ASKED,   any())));

    private Letters() {}

    private static Row row(String letter, Decision decision, String because, Line... lines) {
        return new Row(letter, decision, because, List.of(lines));
    }

    private static Line when(
            Cell<Tail> tail,
            Cell<TableContract> contract,
            Cell<DoubtProfile> profile,
            Cell<Book> book,
            Cell<Receipt> receipt,
            Cell<MayStart> mayStart) {
        return new Line(tail, contract, profile, book, receipt, mayStart);
    }

    private static <E extends Enum<E> & Coded> Cell<E> any() {
        return Cell.any();
    }
}
