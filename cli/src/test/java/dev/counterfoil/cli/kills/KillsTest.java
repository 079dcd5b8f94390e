// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills the real command, and holds what is left against the promises. {@code make kills N=1000} kills more often, and writes the report.
 */
@Tag("once")
class KillsTest {
    private static final int KILLS = Integer.getInteger("counterfoil.kills", 24);
    private static final long SEED = Long.getLong("counterfoil.kills.seed", 20_260_101L);
    private static final String REPORT = System.getProperty("counterfoil.kills.report", "");
    private static final int KILLS_A_CASE = 3;

    @TempDir
    private Path directory;

    @Test
    void every_promise_holds_after_kills_of_the_real_command() throws Exception {
        KillTally tally = new KillTally();
        List<String> violations = Series.run(cases -> isNeeded(tally, cases), place -> {
            KillCase of = KillCase.of(SEED, place, KILLS_A_CASE);
            return KillChecker.violations(CaseRunner.run(of, directory, tally)).stream().map(violation -> violation + " in " + of).toList();
        });
        String report = tally.report(SEED, violations.size());
        Series.write(REPORT, report);
        assertEquals(List.of(), violations, report);
        assertTrue(tally.isComplete(), "kinds of kills that came: " + report);
        assertTrue(tally.of("settled") > 0 && tally.of("stopped") > 0 && tally.of("uncertain") > 0, "endings that came: " + report);
    }

    /** Kills that came too late are made up for, but not for ever. */
    private static boolean isNeeded(KillTally tally, int cases) {
        return cases < KILLS && (tally.kills() < KILLS || !tally.isComplete());
    }
}
