// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Damages a small journal in every way that we know, and tries every command on it. A sample of its bytes here; {@code make damage} takes
 * every byte and every length, {@code BITS=8} every bit, and writes the report.
 */
@Tag("once")
final class DamageSweepTest {
    private static final long SEED = Long.getLong("counterfoil.damage.seed", 20_260_101L);
    private static final int BITS = Integer.getInteger("counterfoil.damage.bits", 1);

    /** One byte in so many. */
    private static final int EVERY = Integer.getInteger("counterfoil.damage.every", 2_999);

    /** Every command is tried on one in so many damaged bytes and lengths, on the others only what finds damage and what would send. */
    private static final int WHOLLY = Integer.getInteger("counterfoil.damage.wholly", 1);

    /** The same of the damaged rows, which are taken all. */
    private static final int ROWS_WHOLLY = Integer.getInteger("counterfoil.damage.rows", 4);

    /** One of so many blocks. */
    private static final int BLOCKS = Integer.getInteger("counterfoil.damage.blocks", 29);

    private static final String REPORT = System.getProperty("counterfoil.damage.report", "");
    private static final Path MEMORY = Path.of("/dev/shm");
    private static final int VIOLATIONS_AT_MOST = 40;

    private final Tally tally = new Tally();
    private Path place;
    private Oracle oracle;
    private Attacks attacks;

    @BeforeEach
    void lay() throws Exception {
        place = Files.isWritable(MEMORY) ? Files.createTempDirectory(MEMORY, "counterfoil-damage-")
                : Files.createTempDirectory("counterfoil-damage-");
        Path sample = Files.createDirectory(place.resolve("sample")).resolve("sample.db");
        Path effects = place.resolve("effects");
        byte[] older = SampleJournal.make(sample, effects);
        attacks = new Attacks(sample, older, Files.createDirectory(place.resolve("tampered")));
        Bench bench = new Bench(Files.createDirectory(place.resolve("bench")), effects);
        oracle = new Oracle(bench, Bench.Laid.alone(Files.readAllBytes(sample)), Files.createDirectory(place.resolve("specs")), effects);
    }

    @AfterEach
    void clear() throws IOException {
        try (Stream<Path> files = Files.walk(place)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    private void tryOut(Attacks.Attack attack) throws IOException {
        tryOut(attack, true);
    }

    private void tryOut(Attacks.Attack attack, boolean wholly) throws IOException {
        if (tally.violations().size() < VIOLATIONS_AT_MOST) {
            tally.count(attack, wholly ? oracle.of(attack.laid()) : oracle.inBrief(attack.laid()));
        }
    }

    @Test
    void every_damage_is_found_and_named_or_means_nothing_and_nothing_is_sent_or_written_for_it() throws Exception {
        Random random = new Random(SEED);
        int row = random.nextInt(ROWS_WHOLLY);
        for (Attacks.Attack attack : attacks.rows()) {
            tryOut(attack, row++ % ROWS_WHOLLY == 0);
        }
        List<Attacks.Attack> blocks = attacks.blocks();
        for (int i = BLOCKS == 1 ? 0 : random.nextInt(BLOCKS); i < blocks.size(); i += BLOCKS) {
            tryOut(blocks.get(i));
        }
        int place = 0;
        for (int at = EVERY == 1 ? 0 : random.nextInt(EVERY); at < attacks.bytes(); at += EVERY) {
            int first = random.nextInt(8);
            for (int bit = 0; bit < BITS; bit++) {
                tryOut(attacks.flip(at, 1 << (first + bit) % 8), place % WHOLLY == 0);
            }
            tryOut(attacks.cut(at), place++ % WHOLLY == 0);
        }
        String report = tally.report(SEED, EVERY, attacks.bytes());
        if (!REPORT.isEmpty()) {
            Files.createDirectories(Path.of(REPORT).getParent());
            Files.writeString(Path.of(REPORT), report);
        }
        assertEquals("", String.join("\n", tally.violations()), report);
        assertTrue(tally.of("invisible") > 0 && tally.of("digest_differs") > 0 && tally.of("structure_differs") > 0, report);
    }
}
