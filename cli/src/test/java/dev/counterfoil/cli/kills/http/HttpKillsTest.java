// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills.http;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.cli.kills.Series;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills the real command, the receiver that it calls over HTTP, and both, at every step, and holds what is left against the promises.
 * {@code make kills-http N=1000} kills more processes, and writes the report.
 */
@Tag("once")
class HttpKillsTest {
    private static final int KILLS = Integer.getInteger("counterfoil.kills.http", 60);
    private static final long SEED = Long.getLong("counterfoil.kills.http.seed", 20_261_201L);
    private static final String REPORT = System.getProperty("counterfoil.kills.http.report", "");

    @TempDir
    private Path directory;

    private final BlockingQueue<HttpRoom> free = new LinkedBlockingQueue<>();

    @BeforeEach
    void serve() throws IOException {
        free.add(HttpRoom.in(directory.resolve("one")));
        free.add(HttpRoom.in(directory.resolve("other")));
    }

    @AfterEach
    void end() throws IOException {
        for (HttpRoom room : free) {
            room.close();
        }
    }

    @Test
    void every_promise_holds_after_kills_of_sender_receiver_and_both() throws Exception {
        HttpTally tally = new HttpTally();
        List<String> violations = Series.run(cases -> isNeeded(tally, cases), place -> violations(HttpKillCase.of(SEED, place), tally));
        String report = tally.report(SEED, violations.size());
        Series.write(REPORT, report);
        assertTrue(violations.isEmpty(), () -> String.join("\n", violations) + "\n" + report);
        assertTrue(tally.isComplete(), "steps and victims that came: " + report);
        assertTrue(tally.of("settled") > 0 && tally.of("stopped") > 0 && tally.of("uncertain") > 0, "endings that came: " + report);
    }

    /** Kills that came too late are made up for, but not for ever. */
    private static boolean isNeeded(HttpTally tally, int cases) {
        return cases < KILLS && (tally.kills() < KILLS || !tally.isComplete());
    }

    private List<String> violations(HttpKillCase of, HttpTally tally) throws IOException, InterruptedException {
        HttpRoom room = free.take();
        try {
            return HttpChecker.violations(HttpCaseRunner.run(of, room, tally)).stream().map(violation -> violation + " in " + of).toList();
        } finally {
            free.add(room);
        }
    }
}
