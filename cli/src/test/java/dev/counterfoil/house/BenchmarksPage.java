// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.house;

import java.util.ArrayList;
import java.util.List;

/** The benchmarks' page: sentences that hold whatever was measured, and what was measured. Pure. */
final class BenchmarksPage {
    static final String REPORT = "docs/benchmarks.json";
    static final String PAGE = "docs/BENCHMARKS.md";

    private static final String BEGIN = """
            # Benchmarks

            What Counterfoil costs, beside others and beside what a disk can do. `make bench` measures, writes
            [benchmarks.json](benchmarks.json) and makes this page of it; a test holds the page to the file. `counterfoil bench`
            measures the runtime beside the naive loop on your disk: [how](COMMANDS.md).
            """;

    private static final String QUICK = """
            **These are the numbers of a quick run. It shows that everything is measured; the numbers themselves say little.**
            """;

    private static final String READING = """
            Read ratios, not rates: what is compared was measured in turns within one run, so both sides had the same disk and the same
            neighbours. A figure is the middle of the runs, with the least and the greatest in parentheses.
            """;

    private static final String PEERS = """
            ## Beside others

            Everybody does the same: something durable that says what is intended, an effect that does nothing, something durable that
            says what came of it. The naive loop is one thread in the tables of load; the others run all callers.
            """;

    private static final String KILLS = """
            ## What a kill leaves

            Each is killed (SIGKILL) at a random moment under sixteen callers, started again, and left to recover as it does by itself.
            *Happened twice* counts effects that somebody would have paid twice. *Left to a person* counts invocations that are reported
            as uncertain because nobody can know: that is what Counterfoil promises instead of a guess. *Answers lost* counts what the
            caller was told is done and what then had no effect, happened again, or counts as unknown.
            """;

    private static final String GROWTH = """
            ## Whether it stays so

            One journal, filled in ten parts by 256 callers.
            """;

    private static final String FUNCTIONS = """
            ## The logic alone

            JMH, average time, each run in a JVM of its own; of records, one of the four that an invocation of one attempt has.
            """;

    private static final String SHARES = """
            ## Where the time of an invocation goes

            Opened, charged, settled and closed are four records. What the core does with them is the smaller part of the time; the
            rest is SQLite, the system, and threads that wait for each other: a call goes to a thread of its own, so that a deadline
            can end the wait for it, and its caller waits twice for a commit. [What was weighed](decisions/0024-what-is-left.md).
            """;

    private static final String RECEIVER = """
            ## The receiver

            A delivery finds its operation, does the effect and writes the receipt in one transaction; a replay only reads. The bare
            transaction inserts two rows as large and looks for nothing. One writer at a time, as SQLite has it: callers share no
            commit here.
            """;

    private static final String METHOD = """
            ## Method

            - **Runs and slices.** In a run each load is measured in slices: the disk, then each peer, and so on by turns; the middle
              slice of each counts. Stores are new for each load, and every peer runs for a moment before its first slice, because code
              is compiled while it runs; before the first run one load is measured and thrown away. Runs repeat all of it.
            - **The disk.** Appends of 512 bytes to a plain file, each forced. "Each force slower" lets every force take so much longer
              for all who force in our process: the store through its public factory for it, the naive loop and the file log by the same
              wait.
            - **Counterfoil** is the runtime whole: opened, charged, dispatched to another thread, settled; four records in a chain of
              digests, ownership checked, over SQLite with a write-ahead log and full synchronisation.
            - **The naive loop** is SQLite with the same settings and two rows as large as our two records, each committed by itself. It
              has no digests, no limits, no owner and no opening; after a crash it sends again what has no second row.
            - **The bare file log** is the limit: frames with a check sum, appended and forced once for all callers that came meanwhile.
              It cannot be asked for an invocation and decides nothing; after a crash it only tells what has no second frame.
            - **DBOS Transact** runs a workflow of one step in the caller's thread, on a PostgreSQL of its own on the same disk with
              `fsync`, `full_page_writes` and `synchronous_commit` on, through a pool of 32 connections. Processor time counts the
              server's processes. Its forces are another process's and are not made slower.
            - **Processor time** is that of the whole process, garbage collection and compiler included, over the invocations of the
              slice. Of what is read it is that of the one thread that reads, in a program that has read as much four times before:
              compiler and collector work beside it and are not in it, and whoever starts a program to read once pays more.
            - **Once in a run of the command** are measured how cost stays flat, in one journal, and what the kills leave.
            - **Opening** is measured in a running program; a new one loads its classes first.
            """;

    private static final String LIMITS = """
            ## Limits

            - Two cores are shared by callers, stores and servers: nobody's rate is that of a machine with more.
            - A kill is no power cut: what the system had taken is there afterwards. Power cuts are attacked elsewhere (`make
              crashstates`). PostgreSQL was not killed, only the program that uses it.
            - An effect that does nothing shows the cost of the journal at its worst: a call over a network takes longer than all of
              this.
            - DBOS keeps more for a workflow than an intent and an outcome, and offers more than Counterfoil does; it is here because it
              is what people take for the same purpose. Its release is a milestone, the one that could be had.
            - Resilience4j and Failsafe keep nothing: they are here to show what durability costs beside logic alone.
            """;

    private BenchmarksPage() {}

    static String of(BenchmarkReport report) {
        List<String> parts = new ArrayList<>();
        parts.add(BEGIN);
        if (!report.at("conditions").at("full").truth()) {
            parts.add(QUICK);
        }
        parts.add(conditions(report.at("conditions")));
        parts.add(READING);
        parts.add("## Wanted and found\n");
        parts.add(BenchmarkAims.table(report) + "\n");
        parts.add("Where somebody else does better:\n");
        parts.add(BenchmarkAims.losses(report) + "\n");
        parts.add(PEERS);
        report.at("throughput").items().forEach(cell -> {
            parts.add("### " + BenchmarkTables.title(cell) + "\n");
            parts.add(BenchmarkTables.load(cell) + "\n");
        });
        parts.add(KILLS);
        parts.add(BenchmarkTables.kills(report.at("kills")) + "\n");
        parts.add(GROWTH);
        parts.add(BenchmarkTables.growth(report.at("growth")) + "\n");
        parts.add(FUNCTIONS);
        parts.add(BenchmarkTables.functions(report.at("micro")) + "\n");
        parts.add(SHARES);
        parts.add(BenchmarkTables.shares(report) + "\n");
        report.find("receiver").ifPresent(receiver -> {
            parts.add(RECEIVER);
            parts.add(BenchmarkTables.receiver(receiver) + "\n");
        });
        parts.add(METHOD);
        parts.add(LIMITS);
        return String.join("\n", parts);
    }

    private static String conditions(BenchmarkReport conditions) {
        return "Measured on " + conditions.at("processors").whole() + " processors with Java " + conditions.at("java").whole() + " on "
                + conditions.at("system").text() + ", " + conditions.at("file_system").text() + "; " + conditions.at("runs").whole()
                + (conditions.at("runs").whole() == 1 ? " run" : " runs") + ", " + conditions.at("slices").whole() + " slices of "
                + conditions.at("slice_millis").whole() + " ms each in a run, seed " + conditions.at("seed").whole() + ".\n";
    }
}
