// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.dump;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.chain.Law;
import dev.counterfoil.journal.fold.Totals;
import dev.counterfoil.journal.record.Account;
import dev.counterfoil.journal.record.AttemptKind;
import dev.counterfoil.journal.record.DamageReason;
import dev.counterfoil.journal.record.Intent;
import dev.counterfoil.journal.record.JournalRecord;
import dev.counterfoil.journal.record.Outcome;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.journal.record.Quote;
import dev.counterfoil.journal.record.Usage;
import dev.counterfoil.journal.store.StoredInvocation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ReplayTest {
    private static final List<String> ACCOUNTS = List.of("acme", "zeta", "beta");

    private static Replay replay(Shelf shelf, Optional<Grouping> by) {
        Replay replay = new Replay(by, (id, damage) -> {});
        Shelves.show(shelf, replay);
        return replay;
    }

    private static Told random(Random random, int number) {
        Instant start = Told.START.plus(Duration.ofHours(7L * number));
        Told told = Told.bare("invocation-" + number, start);
        int attempts = random.nextInt(5);
        for (int i = 0; i < attempts; i++) {
            AttemptKind kind = i == 0 ? AttemptKind.FRESH : random.nextBoolean() ? AttemptKind.RETRY : AttemptKind.FAILOVER;
            String provider = kind == AttemptKind.FAILOVER ? "fallback" : "primary";
            String[] accounts = ACCOUNTS.stream().filter(each -> random.nextInt(3) == 0).toArray(String[]::new);
            Quote quote = new Quote(random.nextInt(1_000), random.nextInt(1_000), random.nextInt(1_000));
            Optional<OutcomeClass> prior = i == 0 ? Optional.empty() : Optional.of(OutcomeClass.NOT_DISPATCHED);
            told.intent(i, kind, provider, quote, prior, accounts);
            boolean last = i == attempts - 1;
            if (!last || random.nextBoolean()) {
                told.outcome(i, OutcomeClass.NOT_DISPATCHED, new Usage(amount(random), amount(random), amount(random)));
            }
        }
        return told;
    }

    private static OptionalLong amount(Random random) {
        return random.nextBoolean() ? OptionalLong.of(random.nextInt(2_000)) : OptionalLong.empty();
    }

    /** What an independent reader of the records adds up: calls, retries, failovers, context, output, cost, request, response. */
    private static long[] recomputed(Told told, Function<Intent, Set<String>> keys, String key) {
        long[] sums = new long[8];
        List<JournalRecord> records = told.records();
        for (int i = 0; i < records.size(); i++) {
            if (records.get(i) instanceof Intent intent && keys.apply(intent).contains(key)) {
                Optional<Outcome> outcome = i + 1 < records.size() ? Optional.of((Outcome) records.get(i + 1)) : Optional.empty();
                Usage used = outcome.map(Outcome::observed).orElse(Usage.UNKNOWN);
                sums[0]++;
                sums[1] += intent.kind() == AttemptKind.RETRY ? 1 : 0;
                sums[2] += intent.kind() == AttemptKind.FAILOVER ? 1 : 0;
                sums[3] += Math.max(intent.charge().contextTokens(), used.contextTokens().orElse(0));
                sums[4] += Math.max(intent.charge().outputTokens(), used.outputTokens().orElse(0));
                sums[5] += Math.max(intent.charge().costMicros(), used.costMicros().orElse(0));
                sums[6] += intent.charge().requestBytes();
                sums[7] += intent.charge().responseBytes();
            }
        }
        return sums;
    }

    private static Totals totals(long[] sums) {
        return new Totals(sums[0], sums[1], sums[2], sums[3], sums[4], sums[5], sums[6], sums[7]);
    }

    private static Set<String> keys(Grouping by, Told told, Intent intent) {
        return switch (by) {
            case INVOCATION -> Set.of(told.id().value());
            case PROVIDER -> Set.of(intent.provider().value());
            case ACCOUNT -> new TreeSet<>(intent.charge().accounts().stream().map(Account::value).toList());
            case DAY -> Set.of(intent.stamp().at().toString().substring(0, 10));
        };
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void every_total_is_what_an_independent_reader_of_the_records_adds_up(long seed) {
        Random random = new Random(seed);
        List<Told> told = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            told.add(random(random, i));
        }
        StoredInvocation[] stored = told.stream().map(each -> each.stored(told.indexOf(each) + 1)).toArray(StoredInvocation[]::new);
        Totals whole = Totals.ZERO;
        for (Told each : told) {
            whole = whole.plus(totals(recomputed(each, intent -> Set.of("all"), "all")));
        }
        for (Grouping by : Grouping.values()) {
            Replay replay = replay(Shelf.of(stored), Optional.of(by));
            assertEquals(whole, replay.totals());
            assertEquals(40, replay.invocations());
            assertEquals(groups(told, by), Set.copyOf(replay.groups()), by.code());
        }
        assertEquals(List.of(), replay(Shelf.of(stored), Optional.empty()).groups());
    }

    private static Set<ReplayGroup> groups(List<Told> told, Grouping by) {
        Map<String, ReplayGroup> groups = new TreeMap<>();
        for (Told each : told) {
            Set<String> keys = new TreeSet<>();
            each.records().stream().filter(Intent.class::isInstance).forEach(record -> keys.addAll(keys(by, each, (Intent) record)));
            if (by == Grouping.INVOCATION) {
                keys.add(each.id().value());
            }
            for (String key : keys) {
                ReplayGroup before = groups.getOrDefault(key, new ReplayGroup(by, key, 0, Totals.ZERO));
                Totals part = totals(recomputed(each, intent -> keys(by, each, intent), key));
                groups.put(key, new ReplayGroup(by, key, before.invocations() + 1, before.totals().plus(part)));
            }
        }
        return Set.copyOf(groups.values());
    }

    @Test
    void a_day_is_the_utc_day_of_the_intent_not_of_its_outcome() {
        Told told = Told.bare("midnight", Instant.parse("2026-03-01T23:59:59.500Z")).fresh().completed(0).settled();
        assertEquals(List.of("2026-03-01"),
                replay(Shelf.of(told.stored(1)), Optional.of(Grouping.DAY)).groups().stream().map(ReplayGroup::key).toList());
    }

    @Test
    void invocations_stand_in_the_order_of_opening_and_other_groups_in_the_order_of_their_keys() {
        Shelf shelf = Shelf.of(Told.bare("z").fresh().stored(1), Told.bare("a").fresh().stored(2));
        assertEquals(List.of("z", "a"),
                replay(shelf, Optional.of(Grouping.INVOCATION)).groups().stream().map(ReplayGroup::key).toList());
    }

    @Test
    void what_a_damaged_invocation_charged_before_the_damage_was_charged() {
        List<String> met = new ArrayList<>();
        Replay replay = new Replay(Optional.empty(), (id, damage) -> met.add(id + " " + damage.reason().code()));
        Shelves.show(Shelf.of(Shelves.damaged(DamageReason.HEAD_MISSING, 1)), replay);
        assertEquals(List.of("Optional[head_missing] head_missing"), met);
        assertEquals(1, replay.damages());
        assertEquals(1, replay.totals().calls());
        assertEquals(1_500, replay.totals().costMicros());
    }

    @Test
    void each_invocation_stands_at_exactly_one_place() {
        Shelf shelf = Shelves.everyRecord();
        Replay replay = replay(shelf, Optional.empty());
        List<Listed> listed = new ArrayList<>();
        Listing listing = new Listing(listed::add, pruned -> {}, (id, damage) -> {});
        Shelves.show(shelf, listing);
        for (ListedState state : ListedState.values()) {
            assertEquals(replay.count(state), listing.count(state));
            assertEquals(listing.count(state), listed.stream().filter(each -> each.state() == state).count());
        }
        assertEquals(List.of(ListedState.SETTLED, ListedState.SETTLED, ListedState.UNCERTAIN, ListedState.OPEN, ListedState.SETTLED),
                listed.stream().map(Listed::state).toList());
        assertEquals(5, replay.invocations());
    }

    @Test
    void a_state_holds_since_the_record_that_made_it_evidence_aside() {
        List<Listed> listed = new ArrayList<>();
        Shelves.show(Shelves.everyRecord(), new Listing(listed::add, pruned -> {}, (id, damage) -> {}));
        List<Integer> records = List.of(7, 3, 2, 0, 3);
        for (int i = 0; i < records.size(); i++) {
            assertEquals(Told.START.plusMillis(250L * records.get(i)), listed.get(i).since(), listed.get(i).toString());
        }
    }

    @Test
    void verification_counts_what_it_compared_and_finds_every_damage() {
        Verification sound = new Verification((id, damage) -> {});
        Shelves.show(Shelves.everyRecord(), sound);
        assertEquals(0, sound.damages());
        assertEquals(5, sound.invocations());
        assertEquals(9 + 4 + 3 + 1 + 5, sound.records());
        assertEquals(1, sound.unseenPayloads());
        assertEquals(6 + 2 + 1 + 1 + 1 + 1, sound.payloads());
        List<String> met = new ArrayList<>();
        Verification damaged = new Verification((id, damage) -> met.add(damage.reason().code()));
        Shelves.show(Shelves.everyDamage(), damaged);
        assertEquals(Shelves.reasonsOfInvocations().size() + 1, damaged.damages());
        assertTrue(met.containsAll(Shelves.reasonsOfInvocations().stream().map(DamageReason::code).toList()), met.toString());
    }

    @Test
    void a_walk_finds_the_last_number_wherever_it_is() {
        Random random = new Random(7);
        for (int i = 0; i < 50; i++) {
            long number = 1;
            List<StoredInvocation> stored = new ArrayList<>();
            for (int j = random.nextInt(6); j > 0; j--) {
                number += 1 + random.nextInt(100_000);
                stored.add(Told.bare("invocation-" + j).stored(number));
            }
            Shelf shelf = new Shelf(stored, List.of(), List.of());
            assertEquals(stored.isEmpty() ? 0 : number,
                    new JournalWalk(shelf, Law.GRAMMAR_ONLY).lastNumber());
        }
    }
}
