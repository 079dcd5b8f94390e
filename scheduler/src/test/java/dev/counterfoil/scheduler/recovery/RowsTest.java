// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.recovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.fold.Tail;
import dev.counterfoil.journal.record.DoubtProfile;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Each row by its letter: the situations it takes, said a second time in other words, how many they are, and what is decided. */
class RowsTest {
    private static final Predicate<Situation> READ_ONLY = s -> s.contract() == TableContract.READ_ONLY;
    private static final Predicate<Situation> KEYED = s -> s.contract() == TableContract.KEYED;
    private static final Predicate<Situation> UNKEYED = s -> s.contract() == TableContract.UNKEYED;
    private static final Predicate<Situation> STRICT = s -> s.profile() == DoubtProfile.STRICT;
    private static final Predicate<Situation> RECONCILE = s -> s.profile() == DoubtProfile.RECONCILE;
    private static final Predicate<Situation> REDELIVER = s -> s.profile() == DoubtProfile.REDELIVER;
    private static final Predicate<Situation> NO_BOOK = s -> s.book() == Book.NONE;
    private static final Predicate<Situation> FINAL = s -> s.book() == Book.FINAL;
    private static final Predicate<Situation> NOT_ASKED = s -> s.receipt() == Receipt.NOT_ASKED;
    private static final Predicate<Situation> MAY_START = s -> s.mayStart() == MayStart.YES;

    /** The book was asked and could not decide: unavailable, or an absence that is no proof. */
    private static final Predicate<Situation> UNDECIDED =
            s -> s.receipt() == Receipt.UNAVAILABLE || s.receipt() == Receipt.ABSENT && s.book() != Book.FINAL;

    /** Sending again to the same receiver is harmless, permitted, and nothing better is left to do. */
    private static final Predicate<Situation> HARMLESS = tail(Tail.DOUBT)
            .and(REDELIVER)
            .and(READ_ONLY.or(KEYED.and(UNDECIDED.or(NO_BOOK))));

    private static Predicate<Situation> tail(Tail tail) {
        return s -> s.tail() == tail;
    }

    private static Predicate<Situation> found(Receipt receipt) {
        return s -> s.receipt() == receipt;
    }

    private static void check(String letter, Decision decision, int count, Predicate<Situation> inOtherWords) {
        List<Situation> possible = RecoveryTableTest.situations().stream()
                .filter(situation -> RecoveryTable.impossible(situation).isEmpty())
                .toList();
        List<Situation> wanted = possible.stream().filter(inOtherWords).toList();
        List<Situation> taken = possible.stream().filter(s -> RecoveryTable.match(s).letter().equals(letter)).toList();
        assertEquals(wanted, taken);
        assertEquals(count, taken.size());
        taken.forEach(situation -> assertEquals(decision, RecoveryTable.match(situation).decision()));
    }

    @Test
    void row_A_replays_what_settled() {
        check("@A", Decision.REPLAY, 54, tail(Tail.SETTLED));
    }

    @Test
    void row_B_reports_what_stopped() {
        check("@B", Decision.REPORT_STOP, 54, tail(Tail.STOPPED));
    }

    @Test
    void row_C_closes_a_response_in_time_as_settled() {
        check("@C", Decision.CLOSE_SETTLED, 54, tail(Tail.COMPLETED_IN_TIME));
    }

    @Test
    void row_C_prime_closes_a_late_response_as_stopped() {
        check("@C'", Decision.CLOSE_LATE, 54, tail(Tail.COMPLETED_LATE));
    }

    @Test
    void row_D_closes_a_permanent_rejection() {
        check("@D", Decision.CLOSE_PERMANENT, 54, tail(Tail.PERMANENT));
    }

    @Test
    void row_E_attempts_what_was_only_opened() {
        check("@E", Decision.ATTEMPT_FRESH, 27, tail(Tail.EMPTY).and(MAY_START));
    }

    @Test
    void row_F_closes_what_was_only_opened_and_may_not_start() {
        check("@F", Decision.CLOSE_REFUSED, 27, tail(Tail.EMPTY).and(MAY_START.negate()));
    }

    @Test
    void row_G_retries_or_fails_over_after_a_safe_failure() {
        check("@G", Decision.RETRY_ELSE_FAILOVER, 27, tail(Tail.SAFE_FAILURE).and(MAY_START));
    }

    @Test
    void row_H_closes_a_safe_failure_after_which_nothing_may_start() {
        check("@H", Decision.CLOSE_REFUSED, 27, tail(Tail.SAFE_FAILURE).and(MAY_START.negate()));
    }

    @Test
    void row_I_leaves_every_doubt_to_a_person_under_strict() {
        check("@I", Decision.UNCERTAIN_OUTCOME, 18, tail(Tail.DOUBT).and(STRICT));
    }

    @Test
    void row_J_is_uncertain_where_the_operation_is_unkeyed_and_nobody_can_be_asked() {
        check("@J", Decision.UNCERTAIN_OUTCOME, 4, tail(Tail.DOUBT).and(UNKEYED).and(STRICT.negate()).and(NO_BOOK));
    }

    @Test
    void row_K_looks_up_first_unless_reading_again_is_simpler() {
        Predicate<Situation> asks = STRICT.negate().and(READ_ONLY.and(REDELIVER).negate());
        check("@K", Decision.LOOK_UP, 20, tail(Tail.DOUBT).and(asks).and(NO_BOOK.negate()).and(NOT_ASKED));
    }

    @Test
    void row_L_adopts_a_completed_receipt_whether_or_not_an_attempt_may_start() {
        check("@L", Decision.ADOPT_RECEIPT, 20, found(Receipt.COMPLETED));
    }

    @Test
    void row_L_prime_closes_what_the_receiver_rejected() {
        check("@L'", Decision.REJECT_BY_RECEIPT, 20, found(Receipt.REJECTED));
    }

    @Test
    void row_M_waits_for_a_pending_receipt() {
        check("@M", Decision.WAIT_AND_LOOK_UP, 10, found(Receipt.PENDING).and(MAY_START));
    }

    @Test
    void row_M_prime_is_uncertain_where_there_is_no_time_to_wait() {
        check("@M'", Decision.UNCERTAIN_RECEIPT_PENDING, 10, found(Receipt.PENDING).and(MAY_START.negate()));
    }

    @Test
    void row_N_is_uncertain_where_the_key_has_another_payload() {
        check("@N", Decision.UNCERTAIN_RECEIPT_CONFLICT, 20, found(Receipt.CONFLICT));
    }

    @Test
    void row_O_takes_a_final_absence_as_a_fact_without_asking_admission() {
        check("@O", Decision.VERDICT_NOT_APPLIED, 10, found(Receipt.ABSENT).and(FINAL));
    }

    @Test
    void row_P_redelivers_under_the_key_where_the_book_could_not_decide() {
        check("@P", Decision.VERDICT_REDELIVER, 4, HARMLESS.and(KEYED).and(MAY_START));
    }

    @Test
    void row_Q_reads_again() {
        check("@Q", Decision.VERDICT_REDELIVER, 3, HARMLESS.and(READ_ONLY).and(MAY_START));
    }

    @Test
    void row_R_does_not_redeliver_under_reconcile_even_where_it_would_be_harmless() {
        check("@R", Decision.UNCERTAIN_OUTCOME, 4, tail(Tail.DOUBT).and(RECONCILE).and(NO_BOOK).and(UNKEYED.negate()));
    }

    @Test
    void row_S_is_uncertain_where_the_book_could_not_decide_and_sending_again_is_not_permitted() {
        check("@S", Decision.UNCERTAIN_OUTCOME, 24, UNDECIDED.and(RECONCILE.or(UNKEYED)));
    }

    @Test
    void row_T_is_uncertain_with_the_refusal_where_a_harmless_redelivery_may_not_start() {
        check("@T", Decision.UNCERTAIN_REFUSAL, 7, HARMLESS.and(MAY_START.negate()));
    }

    @Test
    void row_U_settles_what_a_verdict_found_completed() {
        check("@U", Decision.CLOSE_SETTLED, 54, tail(Tail.CLEARED_COMPLETED));
    }

    @Test
    void row_V_redelivers_what_a_verdict_permits() {
        Predicate<Situation> permitted = tail(Tail.CLEARED_NOT_APPLIED).or(tail(Tail.CLEARED_REDELIVER));
        check("@V", Decision.REDELIVER, 54, permitted.and(MAY_START));
    }

    @Test
    void row_W_closes_what_a_verdict_permits_and_admission_refuses() {
        Predicate<Situation> permitted = tail(Tail.CLEARED_NOT_APPLIED).or(tail(Tail.CLEARED_REDELIVER));
        check("@W", Decision.CLOSE_REFUSED, 54, permitted.and(MAY_START.negate()));
    }

    @Test
    void row_X_closes_what_a_person_gave_up() {
        check("@X", Decision.CLOSE_ABANDONED, 54, tail(Tail.CLEARED_ABANDONED));
    }

    @Test
    void P6_no_doubt_leads_to_a_dispatch_but_through_a_verdict() {
        for (Situation situation : RecoveryTableTest.situations()) {
            if (situation.tail() == Tail.DOUBT && RecoveryTable.impossible(situation).isEmpty()) {
                Decision decision = RecoveryTable.match(situation).decision();
                assertTrue(!decision.startsAttempt() || decision == Decision.VERDICT_REDELIVER, situation.toString());
                assertFalse(STRICT.test(situation) && !decision.isUncertain(), situation.toString());
            }
        }
    }

    @Test
    void P6_an_unkeyed_operation_is_never_sent_again_on_the_ground_of_its_contract() {
        RecoveryTable.rows().stream()
                .filter(row -> row.decision() == Decision.VERDICT_REDELIVER)
                .flatMap(row -> row.lines().stream())
                .forEach(line -> assertFalse(line.contract().admits(TableContract.UNKEYED)));
    }

    @Test
    void P7_failover_is_one_rows_and_that_rows_tail_is_a_safe_failure() {
        List<Row> rows = RecoveryTable.rows().stream().filter(row -> row.decision() == Decision.RETRY_ELSE_FAILOVER).toList();
        assertEquals(1, rows.size());
        for (Tail tail : Tail.values()) {
            assertEquals(tail == Tail.SAFE_FAILURE, rows.get(0).lines().get(0).tail().admits(tail));
        }
    }

    @Test
    void nothing_starts_where_nothing_may_start() {
        for (Situation situation : RecoveryTableTest.situations()) {
            if (situation.mayStart() == MayStart.NO && RecoveryTable.impossible(situation).isEmpty()) {
                Decision decision = RecoveryTable.match(situation).decision();
                assertFalse(decision.startsAttempt() || decision == Decision.WAIT_AND_LOOK_UP, situation.toString());
            }
        }
    }

    @Test
    void what_is_closed_stays_closed_and_a_closing_never_covers_a_doubt_that_nothing_cleared() {
        for (Row row : RecoveryTable.rows()) {
            boolean closes = row.decision().code().startsWith("close_");
            for (Line line : row.lines()) {
                assertFalse(closes && line.tail().admits(Tail.DOUBT), row.letter());
                assertFalse(closes && (line.tail().admits(Tail.SETTLED) || line.tail().admits(Tail.STOPPED)), row.letter());
            }
        }
    }

    @Test
    void a_lookup_always_leads_to_a_row_and_only_pending_leads_to_another_lookup() {
        for (Situation situation : RecoveryTableTest.situations()) {
            if (RecoveryTable.impossible(situation).isEmpty() && RecoveryTable.match(situation).decision() == Decision.LOOK_UP) {
                for (Receipt receipt : Receipt.values()) {
                    if (receipt != Receipt.NOT_ASKED) {
                        Decision next = RecoveryTable.match(situation.after(receipt)).decision();
                        assertEquals(receipt == Receipt.PENDING && MAY_START.test(situation), next.asksBook(), situation.toString());
                    }
                }
            }
        }
    }
}
