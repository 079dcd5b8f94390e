// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.sqlite.SqliteCheckpointStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The page docs/FORMATS.md says what the code does. With the system property {@code counterfoil.docs.write=true} the parts between the
 * markers are written anew instead of compared; the prose is never touched.
 */
class FormatsPageTest {
    @TempDir
    private static Path directory;

    /** A part of the page that is written from the code. */
    private enum Part {
        WORDS {
            @Override
            String written() {
                return FormatTables.words();
            }
        },
        BOUNDS {
            @Override
            String written() {
                return FormatTables.bounds();
            }
        },
        TABLES {
            @Override
            String written() throws IOException, SQLException {
                return "```sql\n" + String.join("\n", schema(newJournal())) + "\n```\n";
            }
        },
        GOLDEN {
            @Override
            String written() throws IOException {
                return FormatTables.golden(GoldenFiles.all());
            }
        };

        abstract String written() throws IOException, SQLException;

        private String begin() {
            return "<!-- " + word() + ": begin; written by FormatsPageTest with -Dcounterfoil.docs.write=true -->\n";
        }

        private String end() {
            return "<!-- " + word() + ": end -->\n";
        }

        private String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        private String between(String text) {
            int begin = text.indexOf(begin());
            int end = text.indexOf(end());
            assertTrue(begin >= 0 && end > begin, () -> "the page has both markers of " + word() + ", in order");
            return text.substring(begin + begin().length(), end);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_part_of_the_page_is_what_the_code_says(Part part) throws IOException, SQLException {
        String text = Files.readString(GoldenFiles.page(), StandardCharsets.UTF_8);
        String written = part.written();
        if (Boolean.getBoolean("counterfoil.docs.write")) {
            Files.writeString(GoldenFiles.page(),
                    text.replace(part.begin() + part.between(text) + part.end(), part.begin() + written + part.end()));
        } else {
            assertEquals(written, part.between(text), "write it anew with -Dcounterfoil.docs.write=true");
        }
    }

    @Test
    void a_table_that_the_page_does_not_name_makes_another_page() throws IOException, SQLException {
        Path journal = newJournal();
        List<String> before = schema(journal);
        try (Connection connection = connect(journal); Statement statement = connection.createStatement()) {
            statement.execute("create table added(only integer)");
        }
        assertNotEquals(before, schema(journal));
    }

    @Test
    void every_list_of_words_that_a_record_may_hold_is_on_the_page() throws IOException {
        String page = Files.readString(GoldenFiles.page(), StandardCharsets.UTF_8);
        for (String list : FormatTables.listsInRecords()) {
            assertTrue(page.contains("| " + list + " |"), list);
        }
    }

    private static Path newJournal() throws IOException {
        Path file = Files.createTempDirectory(directory, "journal").resolve("j.db");
        SqliteCheckpointStore.openOrCreate(file).close();
        return file;
    }

    private static Connection connect(Path file) throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + file);
    }

    private static List<String> schema(Path file) throws SQLException {
        List<String> statements = new ArrayList<>();
        try (Connection connection = connect(file); Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select sql from sqlite_schema where sql is not null order by type desc, rowid")) {
            while (rows.next()) {
                statements.add(rows.getString(1).replaceAll("\\s+", " ").replace(", ", ",\n    ") + ";");
            }
        }
        return statements;
    }
}
