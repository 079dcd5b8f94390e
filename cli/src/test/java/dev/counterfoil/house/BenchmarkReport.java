// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.house;

import dev.counterfoil.journal.canonical.JsonTree;
import dev.counterfoil.journal.canonical.StrictJson;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * What {@code make bench} measured, as its file holds it; what is not there where it belongs is an error. Immutable.
 *
 * @param value the whole or a part
 */
record BenchmarkReport(JsonTree value) {
    /** Names of the peers in the order of the tables. */
    static final List<String> PEERS = List.of("naive", "counterfoil", "file_log", "dbos");

    static BenchmarkReport read(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return new BenchmarkReport(StrictJson.read(bytes, bytes.length));
    }

    Optional<BenchmarkReport> find(String name) {
        return ((JsonTree.Members) value).member(name).map(BenchmarkReport::new);
    }

    BenchmarkReport at(String name) {
        return find(name).orElseThrow(() -> new IllegalArgumentException("the report has no " + name));
    }

    List<BenchmarkReport> items() {
        return ((JsonTree.Elements) value).elements().stream().map(BenchmarkReport::new).toList();
    }

    String text() {
        return ((JsonTree.Text) value).value();
    }

    boolean truth() {
        return ((JsonTree.Truth) value).value();
    }

    double number() {
        return Double.parseDouble(((JsonTree.Numeral) value).text());
    }

    long whole() {
        return Long.parseLong(((JsonTree.Numeral) value).text());
    }

    Figures numbers() {
        return new Figures(items().stream().map(BenchmarkReport::number).toList());
    }

    /** The part of a list whose member has that word. */
    Optional<BenchmarkReport> where(String member, String word) {
        return items().stream().filter(each -> each.at(member).text().equals(word)).findFirst();
    }

    /** The load of so many callers on a disk that is so much slower. */
    Optional<BenchmarkReport> cell(long callers, long delayMicros) {
        return find("throughput").flatMap(all -> all.items().stream()
                .filter(each -> each.at("callers").whole() == callers && each.at("force_delay_micros").whole() == delayMicros)
                .findFirst());
    }

    /** How many times the naive loop of the same run a peer makes, for each run of a cell. */
    Optional<Figures> ratios(String peer) {
        Figures naive = at("peers").where("peer", "naive").orElseThrow().at("per_second").numbers();
        return at("peers").where("peer", peer).map(each -> each.at("per_second").numbers().over(naive));
    }
}
