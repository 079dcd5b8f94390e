// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.scheduler.Counterfoil;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.runner.Invocation;
import dev.counterfoil.scheduler.runner.RunOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever is certain from reading alone, a no or an answer, leaves the journal byte for byte, and its time: no owner is noted. */
final class NothingWrittenTest {
    private static final FileTime LONG_AGO = FileTime.fromMillis(1_000_000_000_000L);

    @TempDir
    private Path directory;

    private Path journal;
    private byte[] before;

    /** One settled, one stopped, one in doubt, one in doubt with a verdict that leaves it open, one pruned. */
    @BeforeEach
    void make() throws IOException {
        journal = directory.resolve("j.db");
        assertEquals(0, run("pruned", "true"));
        assertEquals(0, Inside.run("prune", journal, "--settled-before", "2999-01-01T00:00:00Z").status());
        assertEquals(0, run("settled", "true"));
        assertEquals(3, run("stopped", "sh", "-c", "exit 77"));
        assertEquals(4, run("doubt", "false"));
        assertEquals(4, run("judged", "false"));
        assertEquals(0, Inside.run("reconcile", journal, "judged", "0", "--verdict", "completed", "--evidence", "seen").status());
        before = Files.readAllBytes(journal);
        Files.setLastModifiedTime(journal, LONG_AGO);
    }

    private int run(String id, String... command) {
        List<Object> words = new ArrayList<>(List.of("run", "--journal", journal, "--id", id, "--permanent-exit", "77", "--"));
        words.addAll(List.of(command));
        return Inside.run(words.toArray()).status();
    }

    private void assertUntouched() throws IOException {
        assertArrayEquals(before, Files.readAllBytes(journal));
        assertEquals(LONG_AGO, Files.getLastModifiedTime(journal));
        try (Stream<Path> there = Files.list(directory)) {
            assertEquals(List.of("j.db"), there.map(each -> each.getFileName().toString())
                    .filter(name -> !name.startsWith("spec")).toList());
        }
    }

    static Stream<Arguments> certain() {
        return Stream.of(
                arguments(7, "run --journal J --id pruned --permanent-exit 77 -- true"),
                arguments(7, "run --journal J --id pruned -- echo other"),
                arguments(7, "cancel J pruned"),
                arguments(7, "reconcile J pruned 0 --verdict completed --evidence x"),
                arguments(7, "run --journal J --id settled -- echo other"),
                arguments(7, "run --journal J --id stopped -- echo other"),
                arguments(7, "run --journal J --id doubt -- echo other"),
                arguments(7, "run --journal J --id doubt --max-calls 2 -- false"),
                arguments(0, "run --journal J --id settled --permanent-exit 77 -- true"),
                arguments(3, "run --journal J --id stopped --permanent-exit 77 -- sh -c exit_77"),
                arguments(4, "run --journal J --id doubt --permanent-exit 77 -- false"),
                arguments(4, "recover --journal J"),
                arguments(0, "cancel J settled"),
                arguments(7, "cancel J unknown"),
                arguments(7, "reconcile J unknown 0 --verdict completed --evidence x"),
                arguments(7, "reconcile J judged 0 --verdict abandoned --evidence x"),
                arguments(0, "reconcile J judged 0 --verdict completed --evidence x"),
                arguments(3, "reconcile J settled 0 --verdict completed --evidence x"),
                arguments(3, "reconcile J doubt 1 --verdict completed --evidence x"),
                arguments(2, "reconcile J doubt 0 --verdict perhaps --evidence x"),
                arguments(2, "run --journal J --id new --max-calls 0 -- true"),
                arguments(2, "run --journal J --spec SPEC"),
                arguments(0, "prune J --settled-before 2000-01-01T00:00:00Z"),
                arguments(0, "prune J --settled-before 2999-01-01T00:00:00Z --dry-run"));
    }

    /** The second line is wrong: the first, which is well, is not run. Its primary is not cleared in the third. */
    private static final String SPEC = """
            {"id":"good","request":1,"limits":{"max_calls":1},"providers":[{"id":"p","exec":["true"]}]}
            {"id":"bad","request":1,"limits":{"max_calls":1},"providers":[]}
            {"id":"u","request":1,"confidentiality":"x","limits":{"max_calls":1},"providers":[{"id":"p","exec":["true"]}]}
            """;

    @ParameterizedTest
    @MethodSource("certain")
    void what_reading_decides_writes_nothing(int status, String words) throws IOException {
        Path spec = Files.writeString(directory.resolve("spec.jsonl"), SPEC);
        Object[] command = Stream.of(words.split(" "))
                .map(word -> word.equals("J") ? journal : word.equals("SPEC") ? spec : word.replace('_', ' ')).toArray();
        Cli.Ended ended = Inside.run(command);
        assertEquals(status, ended.status(), ended.toString());
        assertUntouched();
    }

    @Test
    void the_library_writes_nothing_for_them_either() throws IOException {
        try (Counterfoil runtime = Counterfoil.open(journal)) {
            assertInstanceOf(RunOutcome.Pruned.class, runtime.run(asked("pruned")));
            assertInstanceOf(RunOutcome.Conflicting.class, runtime.run(asked("settled")));
            assertInstanceOf(RunOutcome.Conflicting.class, runtime.run(asked("doubt")));
            assertInstanceOf(RunOutcome.Pruned.class, runtime.submit(asked("pruned")).join());
        }
        assertUntouched();
    }

    private static Invocation asked(String id) {
        return Invocation.of(id).request("another")
                .limit(Dimension.MAX_CALLS, 1)
                .provider("p", dispatch -> Answer.completed("never")).build();
    }
}
