// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.database;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class StatementTextTest {
    private static final List<String> AROUND = List.of("%s", " %s", "\t\n%s ;", ";%s", ";;\u00a0;%s", "/* a ; */%s", "/**/%s/**/",
            "-- why\n%s", "insert into t values ('it''s; so');%s", "insert into t values (\"a;\", `b;`) ; %s;", "select $$ ; $$;%s",
            "select $a1$ $$ ; $a1$;%s;select 1", "select 1 -- ;\n;%s", "select a.commit from t; %s");

    @ParameterizedTest
    @ValueSource(strings = {"commit", "COMMIT", "Commit work", "commit/**/transaction", "commit and chain", "end", "end transaction",
        "abort", "rollback", "rollback work", "rollback transaction", "begin", "begin immediate", "begin exclusive transaction",
        "start transaction", "START  TRANSACTION read only", "prepare transaction 'x'", "prepare commit x", "set autocommit true",
        "set autocommit=1", "set transaction isolation level serializable", "set session characteristics as transaction read only"})
    void what_begins_or_ends_a_transaction_is_seen_wherever_it_stands_as_a_statement(String ending) {
        AROUND.forEach(around -> assertTrue(StatementText.isTransactional(around.replace("%s", ending)), around + " with " + ending));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ; ", "select 1", "savepoint commit", "release savepoint commit", "release commit", "rollback to a",
        "rollback to savepoint a", "rollback transaction to a", "rollback work to savepoint a", "insert into t values ('commit')",
        "insert into commit values (1)", "update t set \"end\" = 1", "select 'a; commit'", "select \"a; commit\" from t", "-- commit",
        "/* commit */ select 1", "select 1 /* ; commit", "select 1 -- ; commit", "select 'a; commit", "do $$ begin commit; end $$",
        "select $x$; commit; $x$", "prepare p as select 1", "prepare transactions as select 1", "set local lock_timeout = 1",
        "set session statement_timeout = 1", "commits", "end_of_year", "beginning", "select case when 1 then 2 end",
        "create trigger t before insert on u begin select 1; end", "call commit", "with a as (select 1) select 1", "(commit)", "$", "$1 $",
        "select $1; select $2"})
    void everything_else_is_let_through(String other) {
        assertFalse(StatementText.isTransactional(other), other);
    }

    @Test
    void a_text_of_a_megabyte_takes_no_time_that_grows_with_its_square() {
        assertTrue(StatementText.isTransactional("select $1, 'a';\n".repeat(60_000) + "commit"));
        assertFalse(StatementText.isTransactional("/*".repeat(500_000)));
        assertFalse(StatementText.isTransactional("$".repeat(100_000)));
        assertFalse(StatementText.isTransactional("$ ".repeat(100_000)));
    }
}
