// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Two real processes for the same journal and spec: four invocations each time, so that they meet twenty times. */
@Tag("once")
class TwoProcessesTest {
    private static final long SEED = 7_331;

    @TempDir
    private Path directory;

    @RepeatedTest(5)
    @DisplayName("two processes that run the same spec at once make each attempt once")
    void two_processes_that_run_the_same_spec_at_once_make_each_attempt_once(RepetitionInfo turn) throws Exception {
        KillCase of = KillCase.of(SEED, turn.getCurrentRepetition(), 0);
        assertEquals(List.of(), KillChecker.violations(CaseRunner.race(of, directory, new KillTally())), of.toString());
    }
}
