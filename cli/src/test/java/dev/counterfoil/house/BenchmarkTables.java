// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.house;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The tables of the benchmarks' page, each from the report alone. Pure. */
final class BenchmarkTables {
    private static final int RECORDS = 4;
    private static final double NANOS_A_MICRO = 1_000;

    private static final Map<String, String> NAMES = Map.of("naive", "naive loop (one thread)", "counterfoil", "**Counterfoil**",
            "file_log", "bare file log", "dbos", "DBOS Transact, PostgreSQL");

    private static final Map<String, String> FUNCTIONS = Map.ofEntries(
            Map.entry("canonical_write", "a record to its canonical bytes"),
            Map.entry("canonical_read", "canonical bytes to their record, strictly"),
            Map.entry("chain_digest", "a link of the chain"),
            Map.entry("fold", "a record folded into what is known"),
            Map.entry("admission", "a decision on an attempt"),
            Map.entry("replay", "a record of a journal in memory replayed"),
            Map.entry("plan_of_thousand_nodes", "a plan of 1,000 nodes"),
            Map.entry("plan_of_ten_thousand_nodes", "a plan of 10,000 nodes"),
            Map.entry("analysis_of_thousand_nodes", "a plan of 1,000 nodes, with all that is said beyond it"),
            Map.entry("analysis_of_ten_thousand_nodes", "a plan of 10,000 nodes, with all that is said beyond it"),
            Map.entry("resilience4j", "a call through Resilience4j's retry, nothing kept"),
            Map.entry("failsafe", "a call through Failsafe's retry, nothing kept"),
            Map.entry("counterfoil_in_memory", "a call through Counterfoil, journal in memory"));

    private BenchmarkTables() {}

    static String name(String peer) {
        return NAMES.getOrDefault(peer, peer);
    }

    /** One load: every peer, beside the naive loop of the same run. */
    static String load(BenchmarkReport cell) {
        List<List<String>> rows = new ArrayList<>();
        for (String peer : BenchmarkReport.PEERS) {
            cell.at("peers").where("peer", peer).ifPresent(each -> rows.add(List.of(name(peer),
                    cell.ratios(peer).orElseThrow().shown(), each.at("per_second").numbers().shown(),
                    each.at("processor_micros").numbers().shown(), each.at("p50_micros").numbers().shown(),
                    each.at("p99_micros").numbers().shown())));
        }
        return table(
                List.of("", "times the naive loop", "a second", "processor µs each", "half took at most µs", "99 of 100, µs"), rows);
    }

    /** What a load is, in words. */
    static String title(BenchmarkReport cell) {
        long callers = cell.at("callers").whole();
        long delay = cell.at("force_delay_micros").whole();
        return (callers == 1 ? "One caller" : callers + " callers") + (delay == 0 ? ", the disk as it is" : ", each force " + delay
                + " µs slower") + ": " + cell.at("forces_per_second").numbers().shown() + " forces a second";
    }

    static String kills(BenchmarkReport kills) {
        return table(List.of("", "kills", "answered", "effects", "happened twice", "left to a person", "answers lost"),
                kills.items().stream().map(each -> List.of(
                        // Many callers there, of the naive loop too.
                        name(each.at("peer").text()).replace(" (one thread)", ""), whole(each, "kills"), whole(each, "answered"),
                        whole(each, "effects"), whole(each, "happened_twice"), whole(each, "uncertain"),
                        whole(each, "answers_lost"))).toList());
    }

    static String growth(BenchmarkReport growth) {
        long part = growth.at("records").whole() / growth.at("processor_micros").items().size();
        List<List<String>> rows = new ArrayList<>();
        for (int i = 0; i < growth.at("processor_micros").items().size(); i++) {
            rows.add(List.of(i * part + " to " + (i + 1) * part, Figures.shown(growth.at("processor_micros").items().get(i).number()),
                    Figures.shown(growth.at("per_second").items().get(i).number())));
        }
        return table(List.of("records", "processor µs an invocation", "invocations a second"), rows);
    }

    static String functions(BenchmarkReport micro) {
        return table(List.of("", "nanoseconds"), micro.items().stream()
                .map(each -> List.of(Optional.ofNullable(FUNCTIONS.get(each.at("what").text())).orElseThrow(),
                        each.at("nanos").numbers().shown())).toList());
    }

    /** The core's share of what an invocation of one attempt takes, and what the whole takes. */
    static String shares(BenchmarkReport report) {
        BenchmarkReport micro = report.at("micro");
        double encoding = RECORDS * micros(micro, "canonical_write");
        double chaining = RECORDS * micros(micro, "chain_digest");
        double folding = RECORDS * micros(micro, "fold");
        double deciding = micros(micro, "admission");
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("four records to their canonical bytes", Figures.shown(encoding)));
        rows.add(List.of("four links of the chain", Figures.shown(chaining)));
        rows.add(List.of("four records folded", Figures.shown(folding)));
        rows.add(List.of("the decision on the attempt", Figures.shown(deciding)));
        rows.add(List.of("**together**", Figures.shown(encoding + chaining + folding + deciding)));
        rows.add(List.of("a call with its journal in memory, by the clock", Figures.shown(micros(micro, "counterfoil_in_memory"))));
        report.cell(1, 0).ifPresent(cell -> rows.add(List.of("processor time with SQLite, one caller", ours(cell))));
        report.cell(64, 0).ifPresent(cell -> rows.add(List.of("processor time with SQLite, 64 callers", ours(cell))));
        return table(List.of("", "µs"), rows);
    }

    private static String ours(BenchmarkReport cell) {
        return cell.at("peers").where("peer", "counterfoil").orElseThrow().at("processor_micros").numbers().shown();
    }

    private static double micros(BenchmarkReport micro, String what) {
        return micro.where("what", what).orElseThrow().at("nanos").numbers().median() / NANOS_A_MICRO;
    }

    /** Deliveries beside a bare transaction of two inserts. */
    static String receiver(BenchmarkReport receiver) {
        return table(
                List.of("callers", "new deliveries a second", "times the bare transaction", "replays a second", "bare ones a second"),
                receiver.items().stream().map(each -> List.of(whole(each, "callers"), whole(each, "deliveries_per_second"),
                        Figures.shown(each.at("deliveries_per_second").number() / each.at("bare_per_second").number()),
                        whole(each, "replays_per_second"), whole(each, "bare_per_second"))).toList());
    }

    private static String whole(BenchmarkReport each, String member) {
        return Long.toString(each.at(member).whole());
    }

    static String table(List<String> heads, List<List<String>> rows) {
        List<String> lines = new ArrayList<>();
        lines.add(row(heads));
        lines.add("|" + "---|".repeat(heads.size()));
        rows.forEach(each -> lines.add(row(each)));
        return String.join("\n", lines);
    }

    private static String row(List<String> cells) {
        return cells.stream().collect(Collectors.joining(" | ", "| ", " |"));
    }
}
