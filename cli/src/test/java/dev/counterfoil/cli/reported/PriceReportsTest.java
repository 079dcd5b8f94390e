// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.reported;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.cli.CommandHere;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What users reported of prices: whose is charged, and what happens to one that is no whole number. */
final class PriceReportsTest {
    @TempDir
    private Path directory;

    private CommandHere run(String primaryCost) throws IOException {
        Path spec = Files.writeString(directory.resolve("spec.json"), "{\"id\":\"a\",\"request\":1,\"limits\":{\"max_calls\":4,"
                + "\"max_retries\":0},\"backoff\":{\"kind\":\"none\"},\"providers\":[{\"id\":\"primary\",\"quote\":{\"cost_micros\":"
                + primaryCost + "},\"exec\":[\"sh\",\"-c\",\"exit 75\"],\"retryable_exit_codes\":[75]},"
                + "{\"id\":\"secondary\",\"quote\":{\"cost_micros\":5},\"exec\":[\"true\"]}]}");
        return CommandHere.run("run", "--journal", directory.resolve("j.db").toString(), "--spec", spec.toString());
    }

    @Test
    void A14_a_dump_shows_provider_and_price_of_each_attempt_and_a_failover_has_its_own() throws IOException {
        assertEquals(0, run("2").exit());
        List<String> intents = CommandHere.run("dump", directory.resolve("j.db").toString(), "--format", "jsonl").out().stream()
                .filter(line -> line.contains("\"record\":\"intent\"")).toList();
        assertEquals(2, intents.size());
        assertTrue(intents.get(0).contains("\"provider\":\"primary\"") && intents.get(0).contains("\"cost_micros\":2,"), intents.get(0));
        assertTrue(intents.get(1).contains("\"provider\":\"secondary\"") && intents.get(1).contains("\"cost_micros\":5,"), intents.get(1));
        CommandHere replay = CommandHere.run("replay", directory.resolve("j.db").toString(), "--by", "provider", "--format", "json");
        String groups = replay.out().get(0);
        assertTrue(groups.contains("\"key\":\"primary\"") && groups.contains("\"cost_micros\":7,"), groups);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.5", "0.000001", "1e-6", "9007199254740992", "-1", "\"2\""})
    void A13_a_price_that_is_no_whole_number_of_micros_is_refused_and_never_rounded(String price) throws IOException {
        CommandHere told = run(price);
        assertEquals(2, told.exit(), told.toString());
        assertTrue(told.err().get(0).contains("$.providers[0].quote.cost_micros"), told.toString());
        assertTrue(Files.notExists(directory.resolve("j.db")));
    }
}
