// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.file;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A -wal as bytes. It names no file that it belongs to, so SQLite takes whatever lies beside a file for that file's log. A header of 32
 * bytes (page size from byte 8, two salts from byte 16, from byte 24 the sum of what comes before); then frames of 24 bytes and a page
 * (from byte 4 the size of the file where the frame ends a commit, else 0; from byte 8 the salts, which are the header's in frames that
 * count; from byte 16 the sum of all frames so far). Confined to one look.
 */
public final class LogFile {
    private static final int HEADER_BYTES = 32;
    private static final int FRAME_BYTES = 24;

    /** The last bit of the first word says in which order the bytes of words are summed. */
    private static final int MAGIC = 0x377f0682;

    private final DataInputStream in;
    private ByteOrder order = ByteOrder.BIG_ENDIAN;
    private int first;
    private int second;

    private LogFile(DataInputStream in) {
        this.in = in;
    }

    /** Whether something was committed into it, as SQLite would see it: what is torn, or is not what was summed, ends a log. */
    public static boolean holdsCommit(Path wal) throws IOException {
        try (InputStream file = PlainFiles.stream(wal); DataInputStream in = new DataInputStream(file)) {
            return new LogFile(in).holdsCommit();
        } catch (NoSuchFileException | EOFException none) {
            return false;
        }
    }

    private boolean holdsCommit() throws IOException {
        ByteBuffer header = bytes(HEADER_BYTES);
        order = (header.getInt(0) & 1) == 1 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        int pageBytes = header.getInt(8);
        sum(header, 0, 24);
        if ((header.getInt(0) & ~1) != MAGIC || !isSum(header, 24) || !isPageSize(pageBytes)) {
            return false;
        }
        long salts = header.getLong(16);
        while (true) {
            ByteBuffer frame = bytes(FRAME_BYTES);
            ByteBuffer page = bytes(pageBytes);
            sum(frame, 0, 8);
            sum(page, 0, pageBytes);
            if (frame.getInt(0) == 0 || frame.getLong(8) != salts || !isSum(frame, 16)) {
                return false;
            }
            if (frame.getInt(4) != 0) {
                return true;
            }
        }
    }

    private static boolean isPageSize(int bytes) {
        return bytes >= 512 && bytes <= 65_536 && Integer.bitCount(bytes) == 1;
    }

    private ByteBuffer bytes(int count) throws IOException {
        byte[] read = new byte[count];
        in.readFully(read);
        return ByteBuffer.wrap(read);
    }

    private void sum(ByteBuffer of, int from, int to) {
        ByteBuffer words = of.duplicate().order(order);
        for (int at = from; at < to; at += 8) {
            first += words.getInt(at) + second;
            second += words.getInt(at + 4) + first;
        }
    }

    private boolean isSum(ByteBuffer of, int at) {
        return of.getInt(at) == first && of.getInt(at + 4) == second;
    }
}
