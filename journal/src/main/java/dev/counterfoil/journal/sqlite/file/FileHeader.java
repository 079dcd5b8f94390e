// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.file;

import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.DamageReason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * The first hundred bytes of the file, where SQLite believes most of what it reads: a bit of them makes it keep other books of its pages,
 * or take live ones for free, with the next write. Looked at only where there is no log, which may hold a newer first page, and where no
 * connection of this process has the file open, which then was looked at before. Thread-safe: it holds nothing.
 */
public final class FileHeader {
    /** How many bytes of the file are its header. */
    static final int BYTES = 100;

    private static final int WRITE_VERSION = 18;
    private static final int READ_VERSION = 19;
    private static final int FREE_TRUNK = 32;
    private static final int FREE_COUNT = 36;

    /** What stands at an offset in every journal; page size, counters and SQLite's own version may be what they are. */
    private static final List<Field> FIXED = List.of(
            new Field("the reserved bytes of a page", 20, 1, 0),
            new Field("the schema format", 44, 4, 4),
            new Field("the default cache size", 48, 4, 0),
            new Field("the largest root page", 52, 4, 0),
            new Field("the text encoding", 56, 4, 1),
            new Field("the incremental vacuum", 64, 4, 0),
            new Field("the expansion bytes", 72, 4, 0),
            new Field("the expansion bytes", 76, 4, 0),
            new Field("the expansion bytes", 80, 4, 0),
            new Field("the expansion bytes", 84, 4, 0),
            new Field("the expansion bytes", 88, 4, 0));

    private FileHeader() {}

    /** A number of one or four bytes, the highest first. */
    private record Field(String name, int at, int bytes, int value) {
        int in(ByteBuffer header) {
            return bytes == 1 ? header.get(at) : header.getInt(at);
        }
    }

    /** What differs first; empty where nothing does, or nobody may look. */
    public static Optional<Damage> damage(JournalFile file, Link link) throws IOException, SQLException {
        if (hasLog(file)) {
            return Optional.empty();
        }
        Optional<Damage> cut = cut(file, link);
        if (cut.isPresent()) {
            return cut;
        }
        Optional<ByteBuffer> header = OpenFiles.plainly(file.key(), () -> PlainFiles.head(file.path(), BYTES));
        return header.filter(bytes -> bytes.limit() == BYTES).flatMap(FileHeader::difference);
    }

    /** Whether there is a log with something in it. */
    static boolean hasLog(JournalFile file) {
        try {
            return PlainFiles.look(file.wal()).filter(look -> look.size() > 0).isPresent();
        } catch (IOException e) {
            throw JournalFile.failed(file.path(), e);
        }
    }

    private static Optional<Damage> difference(ByteBuffer header) {
        // Both are 1 where a person with another tool left the log mode, and both become 2 with the next change.
        if (header.get(WRITE_VERSION) != header.get(READ_VERSION)) {
            return Optional.of(differs("the read version",
                    Byte.toString(header.get(WRITE_VERSION)), Byte.toString(header.get(READ_VERSION))));
        }
        for (Field field : FIXED) {
            if (field.in(header) != field.value()) {
                return Optional.of(differs(field.name(), Integer.toString(field.value()), Integer.toString(field.in(header))));
            }
        }
        boolean listed = header.getInt(FREE_TRUNK) != 0;
        boolean counted = header.getInt(FREE_COUNT) != 0;
        return listed == counted ? Optional.empty() : Optional.of(
                differs("the list of free pages", listed ? "pages" : "none", counted ? "pages" : "none"));
    }

    /** A file that is cut within its last page, which SQLite would fill up with zeros. */
    private static Optional<Damage> cut(JournalFile file, Link link) throws IOException, SQLException {
        long bytes = link.number("pragma page_count") * link.number("pragma page_size");
        long size = PlainFiles.look(file.path()).map(PlainFiles.Look::size).orElse(0L);
        return size >= bytes ? Optional.empty() : Optional.of(
                Damage.of(DamageReason.UNREADABLE, "the file", bytes + " bytes", size + " bytes"));
    }

    private static Damage differs(String where, String expected, String found) {
        return Damage.of(DamageReason.STRUCTURE_DIFFERS, where + " in the header of the file", expected, found);
    }
}
