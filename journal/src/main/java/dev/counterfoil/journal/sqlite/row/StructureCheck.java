// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.row;

import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.DamageReason;
import dev.counterfoil.journal.sqlite.file.FileHeader;
import dev.counterfoil.journal.sqlite.file.JournalFile;
import dev.counterfoil.journal.sqlite.file.Link;
import dev.counterfoil.journal.sqlite.file.SchemaSteps;
import dev.counterfoil.journal.sqlite.file.SqliteFormat;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Whether the file is built as a journal is: what the chain and the anchor cannot see, because they see rows only. A lookup by an index
 * that lacks an id would open that id again; a rule in the schema that was changed would refuse an outcome behind its call; a page that
 * is taken for free would be written over. Confined to one call; writes nothing.
 */
public final class StructureCheck {
    /** Up to so many bytes SQLite's own check of every page is part of opening: some milliseconds. Beyond, records are left to verify. */
    static final long CHECKED_AT_OPEN_BYTES = 16L << 20;

    private static final List<String> WALKED_AT_OPEN = List.of("journal", "anchor", "invocation", "tombstone", "owner");

    private final JournalFile file;
    private final Link link;
    private final List<Damage> damages = new ArrayList<>();

    private StructureCheck(JournalFile file, Link link) {
        this.file = file;
        this.link = link;
    }

    /** What an opener checks. */
    public static List<Damage> atOpen(JournalFile file, Link link) throws SQLException {
        StructureCheck check = new StructureCheck(file, link);
        check.look();
        if (isLarge(link)) {
            for (String table : WALKED_AT_OPEN) {
                check.pages(table);
            }
        } else {
            check.pages("");
        }
        return check.damages;
    }

    /** Whether the file is too large to look at every page of it when it is opened. */
    static boolean isLarge(Link link) throws SQLException {
        return link.number("pragma page_count") * link.number("pragma page_size") > CHECKED_AT_OPEN_BYTES;
    }

    /** Everything. */
    public static List<Damage> whole(JournalFile file, Link link) throws SQLException {
        StructureCheck check = new StructureCheck(file, link);
        check.look();
        check.pages("");
        return check.damages;
    }

    private void look() throws SQLException {
        try {
            FileHeader.damage(file, link).ifPresent(damages::add);
        } catch (IOException e) {
            throw JournalFile.failed(file.path(), e);
        }
        schema();
    }

    /** Tables and indexes as this version makes them, word for word, and nothing more on them; other tables are left alone. */
    private void schema() throws SQLException {
        Map<String, String> wanted = wanted();
        Map<String, String> found = described(link);
        link.each("select name, tbl_name from sqlite_schema where name <> tbl_name", row -> {
            if (wanted.containsKey(row.getString(2)) && !wanted.containsKey(row.getString(1))) {
                damages.add(Damage.of(DamageReason.STRUCTURE_DIFFERS, "the schema of " + row.getString(2),
                        "nothing more than its version has", "a trigger or an index of somebody else's"));
            }
            return row;
        });
        wanted.forEach((name, description) -> {
            if (!description.equals(found.get(name))) {
                damages.add(Damage.of(DamageReason.STRUCTURE_DIFFERS, "the schema of " + name, "as its version has it",
                        found.containsKey(name) ? "another" : "none"));
            }
        });
    }

    private Map<String, String> wanted() throws SQLException {
        try (Link fresh = Link.memory(file.path())) {
            for (String statement : SqliteFormat.SCHEMA) {
                fresh.execute(statement);
            }
            file.known().make(fresh, SchemaSteps.version(link));
            return described(fresh);
        }
    }

    private static Map<String, String> described(Link from) throws SQLException {
        Map<String, String> described = new TreeMap<>();
        from.each("select name, type || ' of ' || tbl_name || ': ' || ifnull(sql, '') from sqlite_schema",
                row -> described.put(row.getString(1), row.getString(2)));
        return described;
    }

    /** SQLite's own check: order of keys, indexes against tables, use of pages, rules of columns. Its first complaint names no value. */
    private void pages(String table) throws SQLException {
        String of = table.isEmpty() ? "1" : table;
        Optional<String> complaint = link.first("pragma integrity_check(" + of + ")", row -> String.valueOf(row.getString(1)))
                .filter(answer -> !answer.equals("ok"));
        complaint.ifPresent(words -> damages.add(Damage.of(
                DamageReason.STRUCTURE_DIFFERS, table.isEmpty() ? "the pages of the file" : "table " + table, "ok", oneLine(words))));
    }

    private static String oneLine(String words) {
        return words.replaceAll("\\s+", " ").strip();
    }
}
