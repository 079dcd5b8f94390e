// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.cli.Cli;
import dev.counterfoil.cli.Inside;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The id of a pruned invocation, one byte of it changed wherever it stands: in the table, in its index, in the tombstone's body. */
class PrunedIdTest {
    private static final byte[] ID = "settled".getBytes(StandardCharsets.US_ASCII);

    @TempDir
    private Path directory;

    @Test
    void no_changed_byte_of_a_pruned_id_lets_it_be_sent_again() throws Exception {
        byte[] golden = golden("pruned.db");
        Path journal = directory.resolve("j.db");
        Path sent = directory.resolve("sent");
        List<Integer> places = places(golden);
        assertTrue(places.size() >= 3, places.toString());
        for (int place : places) {
            byte[] changed = golden.clone();
            changed[place + 1] ^= 1;
            Files.write(journal, changed);
            assertEquals(5, Inside.run("verify", journal).status(), "verify, byte " + place);
            int run = Inside.run("run", "--journal", journal, "--id", "settled", "--", "touch", sent).status();
            assertTrue(run == 5 || run == 7, "run ends with " + run + ", byte " + place);
            assertFalse(Files.exists(sent), "sent again, byte " + place);
        }
    }

    @Test
    void no_list_and_no_sum_leaves_out_an_invocation_without_a_word() throws Exception {
        byte[] golden = golden("mixed.db");
        Path journal = directory.resolve("j.db");
        Files.write(journal, golden);
        Cli.Ended list = Inside.run("list", journal);
        Cli.Ended replay = Inside.run("replay", journal);
        int found = 0;
        for (int place : places(golden)) {
            byte[] changed = golden.clone();
            changed[place + 1] ^= 1;
            Files.write(journal, changed);
            found += toldOrSame(list, Inside.run("list", journal)) + toldOrSame(replay, Inside.run("replay", journal));
        }
        assertTrue(found > 0);
    }

    /** In the unused room of a page a byte means nothing. */
    private static int toldOrSame(Cli.Ended sound, Cli.Ended found) {
        if (found.status() == 5) {
            return 1;
        }
        assertEquals(sound, found);
        return 0;
    }

    private static byte[] golden(String name) throws Exception {
        try (var in = PrunedIdTest.class.getResourceAsStream("/golden/v1/" + name)) {
            return in.readAllBytes();
        }
    }

    private static List<Integer> places(byte[] file) {
        List<Integer> places = new ArrayList<>();
        String text = new String(file, StandardCharsets.ISO_8859_1);
        String id = new String(ID, StandardCharsets.ISO_8859_1);
        for (int at = text.indexOf(id); at >= 0; at = text.indexOf(id, at + 1)) {
            places.add(at);
        }
        return places;
    }
}
