// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.database;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Whether a text of SQL begins or ends a transaction: by the first words of each of its statements, past comments and what is quoted. It
 * knows no dialect. Where it is wrong it is so for {@code create}, whose body it does not look into, and for what a statement calls or
 * executes; that is found behind it ({@link TransactionMark}). Confined.
 */
final class StatementText {
    private static final Set<String> ENDING = Set.of("commit", "rollback", "end", "abort", "begin", "start");
    private static final Set<String> ENDING_WITH_NEXT = Set.of("prepare transaction", "prepare commit", "set autocommit",
            "set transaction", "set session characteristics");
    private static final int WORDS = 3;

    private final String sql;
    private int at;

    private StatementText(String sql) {
        this.sql = sql;
    }

    /** Whether one of its statements does. */
    static boolean isTransactional(String sql) {
        return new StatementText(sql).isTransactional();
    }

    private boolean isTransactional() {
        while (at < sql.length()) {
            List<String> words = firstWords();
            if (isTransactional(words)) {
                return true;
            }
            if (!words.isEmpty() && words.get(0).equals("create")) {
                return false;
            }
        }
        return false;
    }

    private static boolean isTransactional(List<String> words) {
        if (words.isEmpty()) {
            return false;
        }
        // "rollback to", "rollback work to": to a savepoint, which leaves the transaction.
        boolean toSavepoint = words.get(0).equals("rollback") && words.contains("to");
        return ENDING.contains(words.get(0)) && !toSavepoint
                || ENDING_WITH_NEXT.stream().anyMatch(start -> (String.join(" ", words) + " ").startsWith(start + " "));
    }

    /** Reads a statement to its end, and gives the words that it begins with. */
    private List<String> firstWords() {
        List<String> words = new ArrayList<>();
        boolean beginning = true;
        while (at < sql.length()) {
            char letter = sql.charAt(at);
            if (letter == ';') {
                at++;
                return words;
            }
            if (!isPassed(letter)) {
                String word = word();
                beginning &= !word.isEmpty() && words.size() < WORDS;
                if (beginning) {
                    words.add(word);
                }
            }
        }
        return words;
    }

    /** Passes over blanks, comments and what is quoted, if any of these is here. */
    private boolean isPassed(char letter) {
        if (Character.isWhitespace(letter)) {
            at++;
        } else if (sql.startsWith("--", at)) {
            passTo("\n", at);
        } else if (sql.startsWith("/*", at)) {
            passTo("*/", at + 2);
        } else if (letter == '\'' || letter == '"' || letter == '`') {
            passTo(String.valueOf(letter), at + 1);
        } else {
            return letter == '$' && isDollarQuotePassed();
        }
        return true;
    }

    /** PostgreSQL's {@code $tag$ … $tag$}. */
    private boolean isDollarQuotePassed() {
        int close = sql.indexOf('$', at + 1);
        if (close < 0 || !sql.substring(at + 1, close).matches("([A-Za-z_]\\w*)?")) {
            return false;
        }
        passTo(sql.substring(at, close + 1), close + 1);
        return true;
    }

    private void passTo(String end, int from) {
        int found = sql.indexOf(end, from);
        at = found < 0 ? sql.length() : found + end.length();
    }

    /** A word, in small letters; empty where some other sign stands, which is passed over. */
    private String word() {
        int from = at;
        while (at < sql.length() && (Character.isLetterOrDigit(sql.charAt(at)) || sql.charAt(at) == '_')) {
            at++;
        }
        if (at == from) {
            at++;
            return "";
        }
        return sql.substring(from, at).toLowerCase(Locale.ROOT);
    }
}
