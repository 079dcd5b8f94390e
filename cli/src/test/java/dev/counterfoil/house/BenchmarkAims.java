// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.house;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What was wanted, beside what was found; and where others do better. From the report alone. Pure. */
final class BenchmarkAims {
    private static final int MANY = 64;
    private static final String OURS = "counterfoil";

    private enum Side { AT_LEAST, AT_MOST }

    private BenchmarkAims() {}

    /** A row for each aim that was measured. */
    static String table(BenchmarkReport report) {
        List<List<String>> rows = new ArrayList<>();
        ratio(report, MANY, 0, 3).ifPresent(rows::add);
        ratio(report, MANY, 250, 6).ifPresent(rows::add);
        ratio(report, MANY, 1_000, 30).ifPresent(rows::add);
        ratio(report, 1, 0, 0.7).ifPresent(rows::add);
        report.cell(MANY, 0).ifPresent(cell -> rows.add(row("processor time of an invocation, " + MANY + " callers, in µs",
                cell.at("peers").where("peer", OURS).orElseThrow().at("processor_micros").numbers(), Side.AT_MOST, 100)));
        report.find("growth").ifPresent(growth -> rows.add(row("processor time in the last tenth of "
                + growth.at("records").whole() + " records over that in the first", growth(growth), Side.AT_MOST, 1.2)));
        report.find("micro").flatMap(micro -> micro.where("what", "plan_of_thousand_nodes")).ifPresent(plan -> {
            Figures nanos = plan.at("nanos").numbers();
            rows.add(row("a plan of 1,000 nodes, in ms", new Figures(nanos.runs().stream().map(each -> each / 1_000_000).toList()),
                    Side.AT_MOST, 1));
            report.at("micro").where("what", "plan_of_ten_thousand_nodes").ifPresent(large -> rows.add(row(
                    "a plan of 10,000 nodes over one of 1,000", large.at("nanos").numbers().over(nanos), Side.AT_MOST, 15)));
        });
        report.find("reading").ifPresent(reading -> reading.items().forEach(each -> rows.add(read(each))));
        return BenchmarkTables.table(List.of("wanted", "at", "found", ""), rows);
    }

    private static Optional<List<String>> ratio(BenchmarkReport report, long callers, long delay, double wanted) {
        return report.cell(callers, delay).map(cell -> row("times the naive loop, " + (callers == 1 ? "one caller" : callers + " callers")
                + (delay == 0 ? ", the disk as it is" : ", forces " + delay + " µs slower"), cell.ratios(OURS).orElseThrow(),
                Side.AT_LEAST, wanted));
    }

    private static Figures growth(BenchmarkReport growth) {
        List<BenchmarkReport> parts = growth.at("processor_micros").items();
        return new Figures(List.of(parts.get(parts.size() - 1).number() / parts.get(0).number()));
    }

    /** A figure of reading says itself what was wanted. */
    private static List<String> read(BenchmarkReport each) {
        Optional<BenchmarkReport> least = each.find("wanted_at_least");
        double wanted = least.or(() -> each.find("wanted_at_most")).orElseThrow().number();
        return row(each.at("what").text(), each.at("found").numbers(), least.isPresent() ? Side.AT_LEAST : Side.AT_MOST, wanted);
    }

    private static List<String> row(String what, Figures found, Side side, double wanted) {
        boolean met = side == Side.AT_LEAST ? found.median() >= wanted : found.median() <= wanted;
        return List.of(what, (side == Side.AT_LEAST ? "least " : "most ") + plain(wanted), found.shown(), met ? "met" : "**not met**");
    }

    private static String plain(double number) {
        return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
    }

    /** A sentence for each place where somebody else makes more, or takes less. */
    static String losses(BenchmarkReport report) {
        List<String> sentences = new ArrayList<>();
        report.find("throughput").ifPresent(all -> all.items().forEach(cell -> BenchmarkReport.PEERS.stream()
                .filter(peer -> !peer.equals(OURS)).forEach(peer -> loss(cell, peer).ifPresent(sentences::add))));
        report.find("micro").ifPresent(micro -> List.of("resilience4j", "failsafe").forEach(other ->
                sentences.add("- A call that keeps nothing takes " + nanos(micro, other) + " ns through "
                        + (other.equals("failsafe") ? "Failsafe" : "Resilience4j") + ", where ours with a journal in memory takes "
                        + nanos(micro, "counterfoil_in_memory") + ".")));
        return String.join("\n", sentences);
    }

    private static Optional<String> loss(BenchmarkReport cell, String peer) {
        Figures ours = cell.at("peers").where("peer", OURS).orElseThrow().at("per_second").numbers();
        return cell.at("peers").where("peer", peer).map(other -> other.at("per_second").numbers().over(ours))
                .filter(ratio -> ratio.median() > 1)
                .map(ratio -> "- " + BenchmarkTables.title(cell).replaceFirst(":.*", "") + ": the " + BenchmarkTables.name(peer) + " makes "
                        + ratio.shown() + " times what Counterfoil makes.");
    }

    private static String nanos(BenchmarkReport micro, String what) {
        return Figures.shown(micro.where("what", what).orElseThrow().at("nanos").numbers().median());
    }
}
