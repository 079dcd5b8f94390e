// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two receivers that keep keys, each its own: the backup is taken while the first one is called, the original is turned away there and is
 * served at the other one, and the copy is restored. One payment stands, whatever the journal is told to do.
 */
@Tag("once")
final class RestoredFailoverTest {
    /** Waits in its first call for the copy to be made, and turns everything away until a payment stands somewhere; pays each key once. */
    private static final String FIRST = """
            cd "$1"
            [ -e copying ] || { : > copying; while [ ! -e copied ]; do sleep 0.02; done; exit 64; }
            [ -s effects ] || exit 64
            grep -q "^a $COUNTERFOIL_OPERATION_KEY$" effects || echo "a $COUNTERFOIL_OPERATION_KEY" >> effects
            echo '"paid by a"'
            """;
    private static final String SECOND = """
            cd "$1"
            grep -q "^b $COUNTERFOIL_OPERATION_KEY$" effects || echo "b $COUNTERFOIL_OPERATION_KEY" >> effects
            echo '"paid by b"'
            """;

    @TempDir
    private Path directory;

    private Path journal;
    private Path backup;

    @BeforeEach
    void make() throws Exception {
        journal = directory.resolve("j.db");
        backup = directory.resolve("j.backup");
        Files.writeString(directory.resolve("a.sh"), FIRST);
        Files.writeString(directory.resolve("b.sh"), SECOND);
        Files.writeString(directory.resolve("effects"), "");
    }

    private Path spec(String doubt, int failovers) throws Exception {
        String provider = "{\"id\":\"%1$s\",\"exec\":[\"sh\",\"" + directory + "/%1$s.sh\",\"" + directory
                + "\"],\"rejected_exit_codes\":[64]}";
        return Files.writeString(directory.resolve("order.json"), "{\"id\":\"order\",\"request\":{\"pay\":17},"
                + "\"operation\":{\"contract\":\"receiver_idempotent\",\"scope\":\"bank\",\"key\":\"k1\"},\"doubt\":\"" + doubt + "\","
                + "\"limits\":{\"max_calls\":6,\"max_retries\":2,\"max_failovers\":" + failovers + "},"
                + "\"backoff\":{\"kind\":\"none\"},"
                + "\"providers\":[" + provider.formatted("a").replace("]}", "],\"max_retries\":1}") + "," + provider.formatted("b") + "]}");
    }

    /** The original runs to its end, and a copy is taken while its first call is under way. */
    private void live(Path spec, int status) throws Exception {
        Cli cli = new Cli(Files.createDirectories(directory.resolve("cli")));
        Process original = cli.start(ProcessBuilder.Redirect.DISCARD, "run", "--journal", journal.toString(), "--spec", spec.toString());
        while (!Files.exists(directory.resolve("copying"))) {
            assertFalse(original.waitFor(20, TimeUnit.MILLISECONDS), "it ended before its first call");
        }
        assertEquals(0, Inside.run("backup", journal, backup).status());
        Files.writeString(directory.resolve("copied"), "");
        assertEquals(status, original.waitFor());
        assertEquals(0, Inside.run("restore", backup).status());
    }

    private List<String> effects() throws Exception {
        return Files.readAllLines(directory.resolve("effects"));
    }

    private void isUncertain(int ordinal) throws Exception {
        Cli.Ended recovered = Inside.run("recover", "--journal", backup);
        assertEquals(4, recovered.status(), recovered.toString());
        Cli.Ended run = Inside.run("run", "--journal", backup, "--spec", directory.resolve("order.json"));
        assertEquals(4, run.status(), run.toString());
        assertTrue(Inside.run("list", backup, "--format", "json").out().contains("\"attempts\":" + (ordinal + 1)));
        assertEquals(List.of("b k1"), effects());
    }

    @Test
    void what_the_original_was_served_elsewhere_is_not_sent_again_by_contract() throws Exception {
        live(spec("redeliver", 1), 0);
        assertEquals(List.of("b k1"), effects());
        isUncertain(0);
        // True of that attempt, and of the receiver: but the original went on from there.
        Cli.Ended said = Inside.run("reconcile", backup, "order", "0", "--verdict", "not_applied", "--evidence", "not in the books of a");
        assertEquals(0, said.status(), said.toString());
        assertTrue(said.out().contains("attempt 1 is charged and in doubt"), said.toString());
        isUncertain(1);
        assertEquals(0, Inside.run(
                "reconcile", backup, "order", "1", "--verdict", "completed", "--evidence", "it is in the books of b").status());
        assertEquals(0, Inside.run("verify", backup).status());
    }

    @Test
    void nor_when_a_person_says_truly_of_the_one_attempt_that_it_did_not_happen() throws Exception {
        live(spec("strict", 1), 0);
        isUncertain(0);
        assertEquals(0, Inside.run(
                "reconcile", backup, "order", "0", "--verdict", "not_applied", "--evidence", "not in the books of a").status());
        isUncertain(1);
    }

    @Test
    void where_nobody_else_can_have_been_called_the_key_holds_and_it_is_sent_again() throws Exception {
        live(spec("redeliver", 0), 3);
        assertEquals(List.of(), effects());
        Files.writeString(directory.resolve("effects"), "a k1\n");
        assertEquals(0, Inside.run("recover", "--journal", backup).status());
        assertEquals(List.of("a k1"), effects());
    }
}
