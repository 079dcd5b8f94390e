// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.cli.CommandHere;
import dev.counterfoil.journal.record.DamageReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a lost or damaged -wal and an older copy are: true states of earlier, shown as what they are; and what no earlier state is, damage.
 */
@Tag("once")
final class LostLogTest {
    private static final int FLIPS = 60;

    @TempDir
    private Path directory;

    private Bench bench;
    private byte[] older;
    private byte[] whole;

    /** The journal and its log as a process left them that was killed, with what that process had written. */
    private Map<String, byte[]> killed;

    @BeforeEach
    void make() throws Exception {
        Path sample = Files.createDirectory(directory.resolve("sample")).resolve("j.db");
        Path effects = directory.resolve("effects");
        older = SampleJournal.make(sample, effects);
        whole = Files.readAllBytes(sample);
        bench = new Bench(Files.createDirectory(directory.resolve("bench")), effects);
        killed = SampleJournal.killedBehind(sample, effects, "late");
    }

    private CommandHere verify(Map<String, byte[]> files) throws IOException {
        Bench.Laid laid = new Bench.Laid(files);
        bench.lay(laid);
        CommandHere verified = bench.command("verify");
        assertTrue(bench.isUntouched(laid), "verify changed something: " + verified);
        return verified;
    }

    private List<String> ids() {
        return bench.command("list", "--format", "json").out().stream().filter(line -> line.startsWith("{\"invocation\""))
                .map(line -> line.split("\"")[3]).toList();
    }

    @Test
    void an_older_copy_of_the_file_and_a_file_without_its_log_are_whole_and_know_less() throws IOException {
        assertEquals(0, verify(Map.of("", older)).exit());
        assertEquals(SampleJournal.IDS.size() - 3, ids().size(), "without the pruned one and the two that came later");
        assertEquals(0, verify(killed).exit());
        assertTrue(ids().contains("late"));
        assertEquals(0, verify(Map.of("", killed.get(""))).exit());
        assertTrue(!ids().contains("late"), "what stood in the log alone");
    }

    @Test
    void a_damaged_log_is_an_earlier_state_or_damage_and_never_another_story() throws IOException {
        verify(killed);
        List<String> known = bench.command("dump", "--payloads", "--format", "jsonl").out();
        Random random = new Random(20_260_101);
        int earlier = 0;
        for (int i = 0; i < FLIPS; i++) {
            Map<String, byte[]> files = new HashMap<>(killed);
            byte[] log = killed.get("-wal").clone();
            int at = i < 32 ? i : random.nextInt(log.length);
            log[at] ^= (byte) (1 << random.nextInt(8));
            files.put("-wal", log);
            files.remove("-shm");
            CommandHere verified = verify(files);
            List<String> shown = bench.command("dump", "--payloads", "--format", "jsonl").out();
            if (verified.exit() == 0) {
                earlier += shown.size() < known.size() ? 1 : 0;
                assertTrue(known.containsAll(shown), "byte " + at + ": " + shown);
            } else {
                assertEquals(5, verified.exit(), verified.toString());
                assertTrue(verified.out().stream().allMatch(LostLogTest::names), verified.toString());
            }
        }
        assertTrue(earlier > 0, "no flip made an earlier state");
    }

    private static boolean names(String line) {
        return Stream.of(DamageReason.values()).anyMatch(reason -> line.contains(reason.code()));
    }

    @Test
    void a_log_cut_at_any_length_is_an_earlier_state() throws IOException {
        int length = killed.get("-wal").length;
        for (int cut = 0; cut < length; cut += 997) {
            Map<String, byte[]> files = new HashMap<>(killed);
            files.put("-wal", Arrays.copyOf(killed.get("-wal"), cut));
            files.remove("-shm");
            assertEquals(0, verify(files).exit(), "cut to " + cut);
        }
    }

    @Test
    void the_log_of_another_journal_is_damage_and_nothing_is_sent() throws Exception {
        Path other = Files.createDirectory(directory.resolve("other")).resolve("j.db");
        SampleJournal.make(other, directory.resolve("effects"));
        Map<String, byte[]> foreign = SampleJournal.killedBehind(other, directory.resolve("effects"), "late");
        Map<String, byte[]> files = Map.of("", whole, "-wal", foreign.get("-wal"));
        assertEquals(5, verify(files).exit());
        CommandHere recovered = bench.recover();
        assertEquals(5, recovered.exit(), recovered.toString());
        assertTrue(bench.done().isEmpty() && bench.isUntouched(new Bench.Laid(files)), recovered.toString());
    }

    @Test
    void garbage_in_the_index_of_the_log_is_made_anew() throws IOException {
        Map<String, byte[]> files = new HashMap<>(killed);
        byte[] noise = new byte[killed.get("-shm").length];
        new Random(7).nextBytes(noise);
        files.put("-shm", noise);
        assertEquals(0, verify(files).exit());
        assertTrue(ids().contains("late"));
    }
}
