// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.recovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.fold.Tail;
import dev.counterfoil.journal.record.Contract;
import dev.counterfoil.journal.record.DoubtProfile;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Every combination of the six observations, against the table and against broken copies of it. */
class RecoveryTableTest {
    private static final int OF_A_TAIL = 378;

    static List<Situation> situations() {
        List<Situation> all = new ArrayList<>();
        for (Tail tail : Tail.values()) {
            for (TableContract contract : TableContract.values()) {
                for (DoubtProfile profile : DoubtProfile.values()) {
                    for (Book book : Book.values()) {
                        for (Receipt receipt : Receipt.values()) {
                            for (MayStart mayStart : MayStart.values()) {
                                all.add(new Situation(tail, contract, profile, book, receipt, mayStart));
                            }
                        }
                    }
                }
            }
        }
        return all;
    }

    /** The faults of a table: situations that no row or several rows take, and impossible ones that a row takes. */
    private static List<String> audit(List<Row> rows) {
        List<String> faults = new ArrayList<>();
        for (Situation situation : situations()) {
            List<Row> matching = RecoveryTable.matching(rows, situation);
            int wanted = RecoveryTable.impossible(situation).isPresent() ? 0 : 1;
            if (matching.size() != wanted) {
                faults.add(situation + ": " + matching.size() + " rows instead of " + wanted);
            }
        }
        return faults;
    }

    @Test
    void every_combination_is_impossible_or_belongs_to_exactly_one_row() {
        assertEquals(Tail.values().length * OF_A_TAIL, situations().size());
        assertEquals(List.of(), audit(RecoveryTable.rows()));
    }

    @Test
    void the_doubt_has_378_combinations_of_which_204_are_impossible() {
        List<Situation> doubts = situations().stream().filter(s -> s.tail() == Tail.DOUBT).toList();
        assertEquals(OF_A_TAIL, doubts.size());
        assertEquals(204, doubts.stream().filter(s -> RecoveryTable.impossible(s).isPresent()).count());
    }

    @Test
    void every_other_tail_is_impossible_exactly_where_a_receipt_was_asked_for() {
        for (Situation situation : situations()) {
            if (situation.tail() != Tail.DOUBT) {
                assertEquals(
                        situation.receipt() != Receipt.NOT_ASKED, RecoveryTable.impossible(situation).isPresent(), situation.toString());
            }
        }
    }

    @Test
    void a_table_without_any_one_row_is_found_out() {
        for (Row row : RecoveryTable.rows()) {
            List<Row> rest = RecoveryTable.rows().stream().filter(other -> other != row).toList();
            assertFalse(audit(rest).isEmpty(), "nobody misses " + row.letter());
        }
    }

    @Test
    void a_table_without_any_one_line_is_found_out() {
        for (Row row : RecoveryTable.rows()) {
            for (Line line : row.lines()) {
                List<Line> fewer = row.lines().stream().filter(other -> other != line).toList();
                List<Row> rest = new ArrayList<>(RecoveryTable.rows());
                rest.remove(row);
                if (!fewer.isEmpty()) {
                    rest.add(new Row(row.letter(), row.decision(), row.because(), fewer));
                }
                assertFalse(audit(rest).isEmpty(), "nobody misses a line of " + row.letter());
            }
        }
    }

    @Test
    void a_table_with_any_row_twice_is_found_out() {
        for (Row row : RecoveryTable.rows()) {
            List<Row> more = new ArrayList<>(RecoveryTable.rows());
            more.add(row);
            assertFalse(audit(more).isEmpty(), "nobody minds two of " + row.letter());
        }
    }

    @Test
    void a_row_that_takes_an_impossible_situation_is_found_out() {
        List<Row> more = new ArrayList<>(RecoveryTable.rows());
        more.add(new Row(
                "@Z",
                Decision.REPLAY,
                "for the test",
                List.of(new Line(
                        Cell.is(Tail.EMPTY), Cell.any(), Cell.any(), Cell.any(), Cell.is(Receipt.COMPLETED), Cell.is(MayStart.YES)))));
        assertEquals(27, audit(more).size());
    }

    @Test
    void letters_run_from_A_to_X_and_each_is_unique() {
        List<String> letters = RecoveryTable.rows().stream().map(Row::letter).toList();
        assertEquals(
                List.of(
                        "@A", "@B", "@C", "@C'", "@D", "@E", "@F", "@G", "@H", "@I", "@J", "@K", "@L", "@L'", "@M", "@M'", "@N", "@O", "@P",
                        "@Q", "@R", "@S", "@T", "@U", "@V", "@W", "@X"),
                letters);
    }

    @Test
    void every_decision_is_some_rows() {
        Set<Decision> used = RecoveryTable.rows().stream().map(Row::decision).collect(Collectors.toSet());
        assertEquals(Set.of(Decision.values()), used);
    }

    @Test
    void no_two_lines_of_the_table_admit_the_same_situation() {
        for (Situation situation : situations()) {
            long lines = RecoveryTable.rows().stream().flatMap(row -> row.lines().stream()).filter(line -> line.admits(situation)).count();
            assertTrue(lines <= 1, situation.toString());
        }
    }

    @Test
    void an_impossible_situation_throws_and_says_why() {
        Situation situation = Situation.beforeAsking(Tail.EMPTY, TableContract.KEYED, DoubtProfile.RECONCILE, Book.FINAL, MayStart.YES);
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> RecoveryTable.match(situation.after(Receipt.ABSENT)));
        assertTrue(e.getMessage().contains("without a doubt"), e.getMessage());
        assertEquals("@E", RecoveryTable.match(situation).letter());
    }

    @Test
    void a_row_needs_a_line_and_a_letter() {
        Row row = RecoveryTable.rows().get(0);
        assertThrows(IllegalArgumentException.class, () -> new Row("@A", row.decision(), "why", List.of()));
        assertThrows(IllegalArgumentException.class, () -> new Row("A", row.decision(), "why", row.lines()));
    }

    @Test
    void a_contract_counts_as_keyed_only_while_the_key_is_honoured() {
        assertEquals(TableContract.KEYED, TableContract.of(Contract.RECEIVER_IDEMPOTENT, Retention.VALID));
        assertEquals(TableContract.UNKEYED, TableContract.of(Contract.RECEIVER_IDEMPOTENT, Retention.EXPIRED));
        for (Retention retention : Retention.values()) {
            assertEquals(TableContract.READ_ONLY, TableContract.of(Contract.READ_ONLY, retention));
            assertEquals(TableContract.UNKEYED, TableContract.of(Contract.NON_IDEMPOTENT, retention));
        }
    }

    @Test
    void two_rows_or_none_for_a_situation_are_a_fault_of_the_table_that_names_it() {
        Situation situation = Situation.beforeAsking(
                Tail.EMPTY, TableContract.KEYED, DoubtProfile.REDELIVER, Book.CLAIMS, MayStart.YES);
        Row row = RecoveryTable.match(situation);
        assertEquals(row, RecoveryTable.only(List.of(row), situation));
        String told = "empty / keyed / redeliver / claims / not_asked / may start yes";
        assertEquals(
                "0 rows match " + told,
                assertThrows(IllegalStateException.class, () -> RecoveryTable.only(List.of(), situation)).getMessage());
        assertEquals(
                "2 rows match " + told,
                assertThrows(IllegalStateException.class, () -> RecoveryTable.only(List.of(row, row), situation)).getMessage());
    }

    @Test
    void four_decisions_leave_it_uncertain_four_start_an_attempt_and_two_ask_the_book() {
        assertEquals(
                EnumSet.of(
                        Decision.UNCERTAIN_OUTCOME, Decision.UNCERTAIN_RECEIPT_PENDING, Decision.UNCERTAIN_RECEIPT_CONFLICT,
                        Decision.UNCERTAIN_REFUSAL),
                decisions(Decision::isUncertain));
        assertEquals(
                EnumSet.of(
                        Decision.ATTEMPT_FRESH, Decision.RETRY_ELSE_FAILOVER, Decision.REDELIVER, Decision.VERDICT_REDELIVER),
                decisions(Decision::startsAttempt));
        assertEquals(EnumSet.of(Decision.LOOK_UP, Decision.WAIT_AND_LOOK_UP), decisions(Decision::asksBook));
    }

    private static EnumSet<Decision> decisions(Predicate<Decision> which) {
        EnumSet<Decision> found = EnumSet.noneOf(Decision.class);
        for (Decision decision : Decision.values()) {
            if (which.test(decision)) {
                found.add(decision);
            }
        }
        return found;
    }
}
