// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.store.AppendResult;
import dev.counterfoil.journal.store.InvocationRow;
import dev.counterfoil.journal.store.JournalSource.Scope;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many threads, long readers, and a disk that is full. */
final class LoadTest {
    private static final int THREADS = 8;
    private static final int APPENDS = 500;
    private static final int RECORDS = 20;

    @TempDir
    private Path directory;

    private Path journal() {
        return directory.resolve("j.db");
    }

    private static <T> List<T> together(int threads, IntFunction<Callable<T>> tasks) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        CyclicBarrier start = new CyclicBarrier(threads);
        try {
            List<Future<T>> futures = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                Callable<T> task = tasks.apply(i);
                futures.add(pool.submit(() -> {
                    start.await();
                    return task.call();
                }));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> each : futures) {
                results.add(each.get());
            }
            return results;
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void eight_threads_on_two_stores_lose_nothing_and_no_busy_escapes_even_under_interrupts() throws Exception {
        try (SqliteCheckpointStore one = Journals.store(journal()); SqliteCheckpointStore two = Journals.store(journal())) {
            List<Integer> appended = together(THREADS, thread -> () -> {
                SqliteCheckpointStore store = thread % 2 == 0 ? one : two;
                int count = 0;
                for (int i = 0; i < APPENDS; i++) {
                    if (i % 50 == 7) {
                        Thread.currentThread().interrupt();
                    }
                    String name = "t" + thread + "/" + i / RECORDS;
                    assertEquals(i % RECORDS, store.read(Journals.id(name)).map(found -> found.records().size()).orElse(0));
                    count += store.append(Journals.append(name, i % RECORDS)) instanceof AppendResult.Appended ? 1 : 0;
                    assertEquals(i % 50 == 7, Thread.interrupted());
                }
                return count;
            });
            assertEquals(List.of(APPENDS), appended.stream().distinct().toList());
            assertEquals(List.of(), one.checkAnchor());
            List<InvocationRow> rows = two.invocations(0, 1_000, Scope.ALL);
            assertEquals(THREADS * APPENDS / RECORDS, rows.size());
            assertEquals(Set.of((long) RECORDS), Set.copyOf(rows.stream().map(InvocationRow::records).toList()));
        }
    }

    @Test
    void of_threads_that_append_behind_one_head_exactly_one_wins() throws Exception {
        try (SqliteCheckpointStore one = Journals.store(journal()); SqliteCheckpointStore two = Journals.store(journal())) {
            for (int i = 0; i < 20; i++) {
                int sequence = i;
                List<AppendResult> results = together(4, thread -> () ->
                        (thread % 2 == 0 ? one : two).append(Journals.append("a", sequence)));
                assertEquals(1, results.stream().filter(AppendResult.Appended.class::isInstance).count());
                assertEquals(3, results.stream().filter(AppendResult.HeadMoved.class::isInstance).count());
            }
        }
    }

    @Test
    void threads_that_create_one_journal_at_once_open_the_same() throws Exception {
        List<AppendResult> results = together(THREADS, thread -> () -> {
            try (SqliteCheckpointStore store = Journals.store(journal())) {
                return store.append(Journals.append("t" + thread, 0));
            }
        });
        assertEquals(Set.of(new AppendResult.Appended()), Set.copyOf(results));
        try (SqliteCheckpointStore store = SqliteCheckpointStore.open(journal())) {
            assertEquals(THREADS, store.invocations(0, 100, Scope.ALL).size());
            assertEquals(List.of(), store.checkAnchor());
        }
    }

    /** A small disk where the system lets us mount one, and a limit on the size of files where not. */
    @Test
    void a_full_disk_is_said_and_every_acknowledged_record_is_there_and_more_fit_when_there_is_space() throws Exception {
        Path small = Files.createDirectory(directory.resolve("small"));
        Path temporary = Files.createDirectory(directory.resolve("tmp"));
        Path path = small.resolve("j.db");
        boolean mounted = run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", small.toString()) == 0;
        try {
            // The limit is in units of 512 or 1,024 bytes, by shell; it leaves room for the driver's library.
            List<String> limit = mounted ? List.of() : List.of("sh", "-c", "ulimit -f 6000; exec \"$@\"", "sh");
            Process child = Children.start(temporary, limit, "fill", path.toString(), mounted ? "4000" : "100000");
            String[] words;
            try (BufferedReader output = Children.lines(child)) {
                words = String.valueOf(output.readLine()).split(" ");
            } finally {
                Children.kill(child);
            }
            int acknowledged = Integer.parseInt(words[0]);
            assertTrue(acknowledged > 10, () -> "only " + acknowledged);
            assertTrue(mounted ? words[1].equals("full") : Set.of("full", "io_failed", "Unknown").contains(words[1]), words[1]);
            if (mounted) {
                assertEquals(0, run("mount", "-o", "remount,size=16m", small.toString()));
            }
            try (SqliteCheckpointStore store = Journals.store(path)) {
                List<InvocationRow> rows = store.invocations(0, Integer.MAX_VALUE, Scope.ALL);
                assertTrue(rows.size() == acknowledged || !words[1].equals("full") && rows.size() == acknowledged + 1);
                assertEquals(List.of(), store.checkAnchor());
                assertEquals(new AppendResult.Appended(), store.append(Journals.append("more", 0)));
            }
            assertEquals(mounted ? String.valueOf(acknowledged) : words[2], words[2], "what can be read while it is full");
        } finally {
            if (mounted) {
                run("umount", small.toString());
            }
        }
    }

    private static int run(String... command) throws Exception {
        return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor();
    }
}
