// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A -wal as bytes. It names no file that it belongs to, so SQLite takes whatever lies beside a file for that file's log. A header of 32
 * bytes (page size from byte 8, two salts from byte 16); then frames of 24 bytes and a page (from byte 4 the size of the file where the
 * frame ends a commit, else 0; from byte 8 the salts, which are the header's in frames that count).
 */
final class LogFile {
    private LogFile() {}

    /** Whether something was committed into it; checksums are not looked at, so a torn frame counts. */
    static boolean holdsCommit(Path wal) throws IOException {
        try (InputStream file = PlainFiles.stream(wal); DataInputStream in = new DataInputStream(file)) {
            in.skipNBytes(8);
            int pageBytes = in.readInt();
            in.skipNBytes(4);
            long salts = in.readLong();
            in.skipNBytes(8);
            while (true) {
                in.skipNBytes(4);
                int sizeAfter = in.readInt();
                if (in.readLong() != salts) {
                    return false;
                }
                if (sizeAfter != 0) {
                    return true;
                }
                in.skipNBytes(8 + (pageBytes & 0xffff_ffffL));
            }
        } catch (NoSuchFileException | EOFException none) {
            return false;
        }
    }
}
