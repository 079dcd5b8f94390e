// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.dump;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.canonical.CompactWriter;
import dev.counterfoil.journal.chain.Law;
import dev.counterfoil.journal.record.DamageReason;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.store.Arrivals;
import dev.counterfoil.journal.store.Head;
import dev.counterfoil.journal.store.StoredInvocation;
import dev.counterfoil.journal.store.StoredRecord;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Records that arrive in pieces are shown as those that are read at once, and damage is found in whatever piece it comes. */
final class ArrivalsDumpTest {
    /** Told of the bytes beside a record: where they are not read, nobody finds it. */
    private static final Set<DamageReason> BESIDE = Set.of(DamageReason.PAYLOAD_DIFFERS, DamageReason.CONFIGURATION_DIFFERS);

    private final List<String> lines = new ArrayList<>();
    private final ArrivalsDump dump =
            new ArrivalsDump(new DumpLines(Payloads.HIDDEN, line -> lines.add(CompactWriter.write(line))), Law.GRAMMAR_ONLY);

    static List<StoredInvocation> invocations() {
        return Stream.concat(Shelves.everyRecord().invocations().stream(), Shelves.everyDamage().invocations().stream()).toList();
    }

    private static List<String> atOnce(StoredInvocation stored) {
        List<String> lines = new ArrayList<>();
        new JournalWalk(Shelf.of(stored), Law.GRAMMAR_ONLY).one(stored.row().id(),
                new DumpLines(Payloads.HIDDEN, line -> lines.add(CompactWriter.write(line))));
        return lines;
    }

    /** What is behind the head that the dump knows, up to a place; the bytes beside the first ones are not read. */
    private void show(StoredInvocation stored, int shown, int to, boolean withBytes) {
        InvocationId id = stored.row().id();
        Head known = dump.known(id);
        List<StoredRecord> records = new ArrayList<>();
        for (StoredRecord record : stored.records().subList((int) known.records(), to)) {
            records.add(withBytes && records.size() + known.records() >= shown ? record
                    : new StoredRecord(record.sequence(), record.digest(), record.body(), Optional.empty(), Optional.empty()));
        }
        List<Arrivals.Place> places = IntStream.range(shown, to).mapToObj(i -> new Arrivals.Place(id, i)).toList();
        int bare = withBytes ? Math.max(0, shown - (int) known.records()) : records.size();
        Arrivals.Extent extent = to < stored.records().size() ? Arrivals.Extent.MORE_FOLLOW : Arrivals.Extent.THE_LAST;
        dump.show(new Arrivals(places, Map.of(id, new Arrivals.Part(stored.row(), records, bare, extent)), 0));
    }

    private static List<String> records(List<String> lines) {
        return lines.stream().filter(line -> !line.contains("\"record\":\"damage\"")).toList();
    }

    private static Set<String> reasons(List<String> lines) {
        return lines.stream().filter(line -> line.contains("\"record\":\"damage\""))
                .map(line -> line.replaceAll(".*\"reason\":\"([a-z_]+)\".*", "$1")).collect(Collectors.toSet());
    }

    @ParameterizedTest
    @MethodSource("invocations")
    void in_pieces_cut_anywhere_it_is_the_same_as_at_once(StoredInvocation stored) {
        if (stored.row().id().equals(Shelf.UNREADABLE)) {
            assertTrue(Shelf.of(stored).invocations().contains(stored));
            return;
        }
        List<String> expected = atOnce(stored);
        for (boolean withBytes : new boolean[] {true, false}) {
            for (int cut = 1; cut < stored.records().size(); cut++) {
                ArrivalsDumpTest piecemeal = new ArrivalsDumpTest();
                piecemeal.show(stored, 0, cut, withBytes);
                piecemeal.show(stored, cut, stored.records().size(), withBytes);
                boolean found = withBytes || BESIDE.stream().noneMatch(reason -> reasons(expected).contains(reason.code()));
                assertEquals(found ? reasons(expected) : Set.of(), reasons(piecemeal.lines), "cut at " + cut);
                if (found) {
                    assertEquals(records(expected), records(piecemeal.lines), "cut at " + cut);
                }
            }
        }
    }

    @Test
    void of_more_open_ones_than_it_keeps_it_asks_for_the_earliest_anew_and_shows_the_new_records_only() {
        StoredInvocation first = Shelves.doubt().stored(1);
        show(first, 0, 2, true);
        assertEquals(2, dump.known(first.row().id()).records());
        for (int i = 0; i < 300; i++) {
            show(Told.bare("open " + i).stored(10 + i), 0, 1, true);
        }
        assertEquals(Head.NONE, dump.known(first.row().id()));
        assertEquals(1, dump.known(new InvocationId("open 299")).records());
        lines.clear();
        show(first, 2, 3, true);
        assertEquals(atOnce(first).subList(2, 3), lines);
        assertEquals(3, dump.known(first.row().id()).records());
    }

    /** Shows one invocation that stays open, and lets go of it. */
    private WeakReference<StoredRecord> shownAndLetGo(String name) {
        StoredInvocation stored = Told.full(name).fresh().stored(1);
        show(stored, 0, stored.records().size(), true);
        return new WeakReference<>(stored.records().get(0));
    }

    /** The bytes of hundreds of last parts would fill a small heap. */
    @Test
    void of_what_was_shown_no_record_and_no_bytes_are_kept_but_where_their_chain_ends() {
        List<WeakReference<StoredRecord>> shown = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            shown.add(shownAndLetGo("open " + i));
        }
        for (int i = 0; i < 50 && shown.stream().anyMatch(each -> each.get() != null); i++) {
            System.gc();
        }
        assertEquals(0, shown.stream().filter(each -> each.get() != null).count());
        assertEquals(2, dump.known(new InvocationId("open 7")).records());
    }
}
