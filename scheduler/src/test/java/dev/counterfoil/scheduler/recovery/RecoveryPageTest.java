// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.recovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.fold.Tail;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The page docs/RECOVERY.md says what the code does. With the system property {@code counterfoil.docs.write=true} the part between the
 * markers is written anew instead of compared; the prose is never touched.
 */
class RecoveryPageTest {
    private static final String BEGIN = "<!-- table: begin; written by RecoveryPageTest with -Dcounterfoil.docs.write=true -->\n";
    private static final String END = "<!-- table: end -->\n";

    private static Path page() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("docs").resolve("RECOVERY.md"))) {
            folder = folder.getParent();
        }
        return folder.resolve("docs").resolve("RECOVERY.md");
    }

    private static String text() throws IOException {
        return Files.readString(page(), StandardCharsets.UTF_8);
    }

    static String render(List<Row> rows) {
        StringBuilder out = new StringBuilder("| Row | Tail | Contract | Profile | Book | Receipt | May start | Decision | Because |\n");
        out.append("|---|---|---|---|---|---|---|---|---|\n");
        for (Row row : rows) {
            String because = row.because();
            for (Line line : row.lines()) {
                out.append(String.join(
                        " | ",
                        "| " + row.letter(),
                        line.tail().toString(),
                        line.contract().toString(),
                        line.profile().toString(),
                        line.book().toString(),
                        line.receipt().toString(),
                        line.mayStart().toString(),
                        "`" + row.decision().code() + "`",
                        because + " |\n"));
                because = "as above";
            }
        }
        return out.toString();
    }

    private static String between(String text) {
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        assertTrue(begin >= 0 && end > begin, "the page has both markers, in order");
        return text.substring(begin + BEGIN.length(), end);
    }

    @Test
    void the_table_on_the_page_is_the_table_in_the_code() throws IOException {
        String text = text();
        String table = render(RecoveryTable.rows());
        if (Boolean.getBoolean("counterfoil.docs.write")) {
            Files.writeString(page(), text.replace(BEGIN + between(text) + END, BEGIN + table + END), StandardCharsets.UTF_8);
        } else {
            assertEquals(table, between(text), "write it anew with -Dcounterfoil.docs.write=true");
        }
    }

    @Test
    void a_table_that_lost_a_row_or_a_reason_is_another_page() {
        List<Row> rows = RecoveryTable.rows();
        assertNotEquals(render(rows), render(rows.subList(1, rows.size())));
        Row first = rows.get(0);
        Row changed = new Row(first.letter(), first.decision(), "another reason", first.lines());
        assertNotEquals(render(List.of(first)), render(List.of(changed)));
    }

    @Test
    void the_page_tells_each_letter_once_and_in_order() throws IOException {
        List<String> told = Pattern.compile("(?m)^- \\*\\*(@[A-Z]'?)\\*\\*")
                .matcher(text())
                .results()
                .map(match -> match.group(1))
                .toList();
        assertEquals(RecoveryTable.rows().stream().map(Row::letter).toList(), told);
    }

    @Test
    void the_page_explains_each_decision_and_each_tail_by_its_word() throws IOException {
        String prose = text().replace(between(text()), "").replaceAll("\\s+", " ");
        for (Decision decision : Decision.values()) {
            assertTrue(prose.contains("`" + decision.code() + "`"), decision.code());
        }
        for (Tail tail : Tail.values()) {
            assertTrue(prose.contains("*" + tail.code().replace('_', ' ') + "*"), tail.code());
        }
    }

    @Test
    void the_page_gives_the_numbers_that_the_enumeration_gives() throws IOException {
        List<Situation> doubts = RecoveryTableTest.situations().stream().filter(s -> s.tail() == Tail.DOUBT).toList();
        long impossible = doubts.stream().filter(s -> RecoveryTable.impossible(s).isPresent()).count();
        assertTrue(text().contains(doubts.size() + " combinations, " + impossible + " of them impossible"));
    }
}
