// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.cli.output.ExitStatus;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Good specs, broken by chance: whatever comes out, it is an invocation or one line with status 2. */
class SpecMutationTest {
    private static final int MUTATIONS = 3_000;
    private static final List<String> GOOD = SpecReaderTest.good().toList();
    private static final List<String> PIECES = List.of(
            "null", "{}", "[]", "\"\"", "-1", "0", "1e400", "1e-9999999999", "9007199254740993", "\"\\ud800\"", "\"\\u0000\"", "true", ",",
            ":", "{", "}", "[", "]", "\"", "\\", "\uFEFF", "\"id\":\"b\",", "\"99999999999999999999h\"", "0.0001", "-0", "\u00e9");

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void a_broken_spec_is_refused_in_one_line_or_is_an_invocation(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int accepted = 0;
        for (int i = 0; i < MUTATIONS; i++) {
            byte[] broken = mutated(random, GOOD.get(random.nextInt(GOOD.size())));
            try {
                Specs.reader().read(broken, SpecSource.named("f"), 1);
                accepted++;
            } catch (CommandException refused) {
                assertEquals(ExitStatus.USAGE, refused.status());
                assertTrue(refused.getMessage().matches("f:[0-9]+: \\$.*: .+"), refused.getMessage());
                assertFalse(refused.getMessage().contains("\n"));
            }
        }
        assertTrue(accepted > 0 && accepted < MUTATIONS, "accepted " + accepted);
    }

    private static byte[] mutated(SplittableRandom random, String good) {
        StringBuilder text = new StringBuilder(good);
        int changes = 1 + random.nextInt(3);
        for (int i = 0; i < changes && !text.isEmpty(); i++) {
            int at = random.nextInt(text.length());
            int to = Math.min(text.length(), at + random.nextInt(8));
            switch (random.nextInt(4)) {
                case 0 -> text.delete(at, to);
                case 1 -> text.insert(at, PIECES.get(random.nextInt(PIECES.size())));
                case 2 -> text.insert(at, text.substring(at, to));
                default -> text.replace(at, to, PIECES.get(random.nextInt(PIECES.size())));
            }
        }
        byte[] bytes = Specs.bytes(text.toString());
        if (bytes.length > 0 && random.nextInt(10) == 0) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return bytes;
    }
}
