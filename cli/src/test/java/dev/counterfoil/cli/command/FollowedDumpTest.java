// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.cli.output.Console;
import dev.counterfoil.cli.output.ExitStatus;
import dev.counterfoil.fixtures.world.SimulatedTime;
import dev.counterfoil.journal.canonical.CompactWriter;
import dev.counterfoil.journal.dump.DumpLines;
import dev.counterfoil.journal.dump.Payloads;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.store.Arrivals;
import dev.counterfoil.journal.store.Head;
import dev.counterfoil.journal.store.Holder;
import dev.counterfoil.journal.store.InvocationRow;
import dev.counterfoil.journal.store.Standing;
import dev.counterfoil.journal.store.StoreException;
import dev.counterfoil.journal.store.StoreProblem;
import dev.counterfoil.scheduler.Counterfoil;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.runner.Invocation;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a followed dump makes of looks that come to nothing because others hold the journal. */
final class FollowedDumpTest {
    @TempDir
    private Path directory;

    private final List<String> lines = new ArrayList<>();

    /** Looks of which the first few find the journal busy. */
    private record BusyAtFirst(FollowedDump.Looks looks, int[] left) implements FollowedDump.Looks {
        @Override
        public Arrivals next(Function<InvocationId, Head> known) {
            if (left[0]-- > 0) {
                throw new StoreException(StoreProblem.BUSY, "j.db", "locked");
            }
            return looks.next(known);
        }

        @Override
        public void confirm() {
            looks.confirm();
        }
    }

    private JournalReading journal() {
        JournalReading reading = new JournalReading();
        reading.journal = directory.resolve("j.db");
        try (Counterfoil runtime = Counterfoil.settings().open(reading.journal)) {
            runtime.run(Invocation.of("a").request("r").limit(Dimension.MAX_CALLS, 1)
                    .provider("p", dispatch -> Answer.completed("done")).build());
        }
        return reading;
    }

    @Test
    void a_busy_look_is_no_sign_that_everything_was_shown() throws Exception {
        JournalReading reading = journal();
        // Damage that only the count at the end tells: once it is told, following ends.
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + reading.journal);
                Statement statement = connection.createStatement()) {
            statement.execute("update anchor set digest_sum = zeroblob(32)");
        }
        PrintStream nowhere = new PrintStream(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8);
        Console console = new Console(new ByteArrayInputStream(new byte[0]), nowhere, nowhere, Console.Look.PLAIN);
        DamageCount visitor = new DamageCount(new DumpLines(Payloads.HIDDEN, line -> lines.add(CompactWriter.write(line))));
        FollowedDump.Opening opening = only -> new BusyAtFirst(FollowedDump.of(reading, Payloads.HIDDEN).open(only), new int[] {3});
        SimulatedTime time = new SimulatedTime(Instant.EPOCH);
        assertEquals(ExitStatus.DAMAGED, new FollowedDump(reading, visitor, opening, console, time.jumping()).follow(Optional.empty()));
        assertEquals(5, lines.size(), lines.toString());
        assertTrue(lines.get(4).contains("anchor_differs"), lines.get(4));
    }

    /** Looks that give what they are told to, one after the other, and then have the reader go away; at the end the journal is busy. */
    private record Given(Iterator<Arrivals> arrivals, AtomicBoolean gone) implements FollowedDump.Looks {
        @Override
        public Arrivals next(Function<InvocationId, Head> known) {
            Arrivals next = arrivals.next();
            gone.set(!arrivals.hasNext());
            return next;
        }

        @Override
        public void confirm() {
            throw new StoreException(StoreProblem.BUSY, "j.db", "locked");
        }
    }

    /** What stderr says of such looks; the last one comes with a signal. */
    private String told(List<Arrivals> looks) {
        JournalReading reading = journal();
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        PrintStream nowhere = new PrintStream(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8);
        PrintStream told = new PrintStream(errors, true, StandardCharsets.UTF_8);
        Console console = new Console(new ByteArrayInputStream(new byte[0]), nowhere, told, Console.Look.PLAIN);
        DamageCount visitor = new DamageCount(new DumpLines(Payloads.HIDDEN, line -> lines.add(CompactWriter.write(line))));
        AtomicBoolean gone = new AtomicBoolean();
        FollowedDump.Opening opening = only -> new Given(looks.iterator(), gone);
        new FollowedDump(reading, visitor, opening, console, (duration, signal) -> gone.get()).follow(Optional.empty());
        return errors.toString(StandardCharsets.UTF_8);
    }

    private static Arrivals busy(long pruned) {
        InvocationId id = new InvocationId("unread");
        InvocationRow row = new InvocationRow(1, id, new Holder(Optional.empty(), 1), 1, Standing.OPEN);
        // A place of an invocation of which the part says that more follows: found, and nothing to show.
        return new Arrivals(List.of(new Arrivals.Place(id, 0)),
                Map.of(id, new Arrivals.Part(row, List.of(), 0, Arrivals.Extent.MORE_FOLLOW)), pruned);
    }

    @Test
    void pruning_is_told_at_each_look_however_busy_the_journal_is() {
        String told = told(List.of(busy(5), busy(0), busy(2), busy(1), new Arrivals(List.of(), Map.of(), 0)));
        assertEquals(List.of("5 pruned invocations are", "2 invocations were pruned meanwhile", "1 invocation was pruned meanwhile"),
                Pattern.compile("\\d (pruned invocations are|invocations? \\w+ pruned meanwhile)").matcher(told).results()
                        .map(MatchResult::group).toList(), told);
    }

    @Test
    void a_last_count_that_was_not_made_is_told() {
        String told = told(List.of(Arrivals.NONE));
        assertTrue(told.contains("was not counted once more at the end"), told);
    }
}
