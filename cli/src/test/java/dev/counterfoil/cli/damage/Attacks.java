// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.damage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Ways to damage one file. Confined. */
final class Attacks {
    private static final int HEADER = 100;
    private static final int SECTOR = 512;

    private final byte[] sound;
    private final byte[] older;
    private final Path place;
    private final int page;
    private final Map<Integer, String> pages = new TreeMap<>();

    Attacks(Path journal, byte[] older, Path place) throws IOException, SQLException {
        this.sound = Files.readAllBytes(journal);
        this.older = older.clone();
        this.place = place;
        int size = (sound[16] & 0xff) << 8 | sound[17] & 0xff;
        this.page = size == 1 ? 1 << 16 : size;
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + journal);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select pageno, name, pagetype from dbstat")) {
            while (rows.next()) {
                String type = rows.getString(3).equals("overflow") ? ", overflow" : "";
                pages.put(rows.getInt(1), rows.getString(2) + type);
            }
        }
    }

    /** One damaged file. */
    record Attack(String kind, String name, Bench.Laid laid) {
        @Override
        public String toString() {
            return kind + ": " + name;
        }
    }

    int bytes() {
        return sound.length;
    }

    /** A byte with some of its bits turned over. */
    Attack flip(int at, int mask) {
        byte[] file = sound.clone();
        file[at] ^= (byte) mask;
        return attack("a byte of " + room(at), at + " ^ " + mask, file);
    }

    Attack cut(int length) {
        return attack(length % page == 0 ? "cut between pages" : "cut within a page", "to " + length, Arrays.copyOf(sound, length));
    }

    private String room(int at) {
        return at < HEADER ? "the header" : pages.getOrDefault(at / page + 1, "a free page");
    }

    private static Attack attack(String kind, String name, byte[] file) {
        return new Attack(kind, name, Bench.Laid.alone(file));
    }

    /** Whole blocks: zeroed, torn, from an older copy, in each other's place. */
    List<Attack> blocks() {
        List<Attack> attacks = new ArrayList<>();
        for (int at = 0; at < sound.length; at += SECTOR) {
            attacks.add(attack("a zeroed sector", room(at) + " at " + at, put(new byte[SECTOR], 0, at, SECTOR)));
        }
        for (int at = 0; at < sound.length; at += page) {
            if (at + page <= older.length && !Arrays.equals(sound, at, at + page, older, at, at + page)) {
                attacks.add(attack("a stale page", room(at) + " at " + at, put(older, at, at, page)));
                attacks.add(attack("a torn page", room(at) + " at " + at, put(older, at, at, page / 2)));
                attacks.add(attack("a torn page", room(at) + ", its end, at " + at, put(older, at + page / 2, at + page / 2, page / 2)));
            }
            attacks.add(attack("a zeroed page", room(at) + " at " + at, put(new byte[page], 0, at, page)));
            for (int other = at + page; other < sound.length; other += page) {
                byte[] file = put(sound, other, at, page);
                System.arraycopy(sound, at, file, other, page);
                attacks.add(attack("two pages exchanged", room(at) + " and " + room(other) + " at " + at + " and " + other, file));
            }
        }
        attacks.add(attack("pages added", "three zeroed", Arrays.copyOf(sound, sound.length + 3 * page)));
        return attacks;
    }

    private byte[] put(byte[] from, int fromAt, int at, int length) {
        byte[] file = sound.clone();
        System.arraycopy(from, fromAt, file, at, Math.min(length, file.length - at));
        return file;
    }

    /** Rows, as a person with another tool changes them. */
    List<Attack> rows() throws SQLException, IOException {
        List<Attack> attacks = new ArrayList<>();
        for (Map.Entry<String, List<String>> kind : Tampering.byKind().entrySet()) {
            for (String statements : kind.getValue()) {
                Path file = place.resolve("tampered.db");
                Files.write(file, sound);
                SampleJournal.change(file, statements.split(";(?! end)"));
                byte[] changed = Files.readAllBytes(file);
                if (Arrays.equals(changed, 100, changed.length, sound, 100, Math.min(changed.length, sound.length))) {
                    throw new AssertionError("changes nothing: " + statements);
                }
                attacks.add(attack(kind.getKey(), statements, changed));
            }
        }
        return attacks;
    }
}
