// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.database;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FailureTest {
    /** OVERTAKEN and LOCKED are tried again: nothing may be that of which the database does not say that it undid it. */
    @ParameterizedTest
    @CsvSource({"40001,OVERTAKEN", "40P01,OVERTAKEN", "40002,CONSTRAINT", "40003,OTHER", "90131,OVERTAKEN", "55P03,LOCKED",
        "HYT00,LOCKED", "23505,TAKEN", "23514,CONSTRAINT", "53100,FULL", "53300,OTHER", "42P01,STATEMENT", "42S02,STATEMENT",
        "42501,STATEMENT", "25P02,STATEMENT", "25006,READ_ONLY", "08006,OTHER", "08007,OTHER", "57P01,OTHER", ",OTHER"})
    void a_state_means_one_thing(String state, Failure meant) {
        assertEquals(meant, Failure.of(Dialect.POSTGRESQL, new SQLException("text", state)));
    }

    @ParameterizedTest
    @CsvSource({"1,STATEMENT", "5,LOCKED", "8,READ_ONLY", "10,OTHER", "11,DAMAGED", "13,FULL", "14,OTHER", "19,CONSTRAINT", "261,LOCKED",
        "1034,OTHER", "2067,CONSTRAINT"})
    void a_result_code_of_sqlite_likewise_whatever_its_extension(int code, Failure meant) {
        assertEquals(meant, Failure.of(Dialect.SQLITE, new SQLException("text", "", code)));
    }
}
