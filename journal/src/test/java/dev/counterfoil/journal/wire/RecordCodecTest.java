// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.canonical.CanonicalWriter;
import dev.counterfoil.journal.canonical.Json;
import dev.counterfoil.journal.canonical.Mutations;
import dev.counterfoil.journal.record.Account;
import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.Binding;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Content;
import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.DamageException;
import dev.counterfoil.journal.record.DamageReason;
import dev.counterfoil.journal.record.Evidence;
import dev.counterfoil.journal.record.EvidenceKind;
import dev.counterfoil.journal.record.JournalRecord;
import dev.counterfoil.journal.record.Opening;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.journal.record.ProviderSlot;
import dev.counterfoil.journal.record.Stamp;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordCodecTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6})
    void every_record_of_a_kind_reads_back_as_it_was_and_is_written_the_same(int kind) {
        RecordGenerator generator = new RecordGenerator(kind);
        for (int i = 0; i < 400; i++) {
            JournalRecord made = generator.next(kind);
            byte[] bytes = RecordCodec.encode(made);
            JournalRecord read = RecordCodec.decode(bytes).orElseThrow();
            assertEquals(made, read);
            assertArrayEquals(bytes, RecordCodec.encode(read));
        }
    }

    @Test
    void no_small_accident_leaves_the_same_record() {
        int sound = 0;
        int broken = 0;
        for (String name : new String[] {
            "opening-full", "intent-full", "outcome-failed", "verdict-full", "evidence-attempt", "closing-stopped"
        }) {
            JournalRecord golden = GoldenRecords.all().get(name);
            byte[] good = RecordCodec.encode(golden);
            for (byte[] changed : Mutations.of(good)) {
                Optional<JournalRecord> read = RecordCodec.decode(changed).record();
                if (read.isEmpty()) {
                    broken++;
                    continue;
                }
                sound++;
                assertFalse(read.get().equals(golden), () -> new String(changed, StandardCharsets.UTF_8));
                assertArrayEquals(changed, RecordCodec.encode(read.get()));
            }
        }
        assertTrue(broken > 10 * sound && sound > 100, broken + " broken, " + sound + " other records");
    }

    @Test
    void every_member_that_is_missing_added_or_of_another_type_is_damage_named_by_its_path() {
        for (JournalRecord golden : GoldenRecords.all().values()) {
            Map<String, Json> members = RecordCodec.json(golden).members();
            for (String name : members.keySet()) {
                Map<String, Json> without = new TreeMap<>(members);
                without.remove(name);
                assertEquals(name, damage(without).where());
                for (Json other : List.of(Json.array(Json.NULL), Json.object().put("x", 1).build(), Json.text("\u0001"), Json.whole(-1))) {
                    Map<String, Json> with = new TreeMap<>(members);
                    with.put(name, other);
                    boolean fits = name.equals("at_millis") || name.equals("deadline_at_millis");
                    if (!fits || !other.equals(Json.whole(-1))) {
                        damage(with);
                    }
                }
            }
            Map<String, Json> more = new TreeMap<>(members);
            more.put("zz", Json.NULL);
            assertEquals("record", damage(more).where());
        }
    }

    private static Damage damage(Map<String, Json> members) {
        Decoded decoded = RecordCodec.decode(CanonicalWriter.write(new Json.Members(members)));
        return decoded.damage().orElseThrow(() -> new AssertionError("accepted: " + members));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "intent-full|\"accounts\":[\"acme\",\"zeta\"]|\"accounts\":[\"zeta\",\"acme\"]|record",
        "intent-full|\"accounts\":[\"acme\",\"zeta\"]|\"accounts\":[\"acme\",\"acme\"]|record",
        "opening-full|\"accounts\":[\"acme\",\"zeta\"]|\"accounts\":[\"zeta\",\"acme\"]|record",
        "intent-full|\"ordinal\":1023|\"ordinal\":1024|ordinal", "intent-full|\"ordinal\":1023|\"ordinal\":-1|ordinal",
        "intent-full|\"kind\":\"failover\"|\"kind\":\"Failover\"|kind", "intent-full|\"prior\":\"not_dispatched\"|\"prior\":\"lost\"|prior",
        "intent-full|\"calls\":1|\"calls\":null|charge.calls", "intent-full|\"calls\":1,|\"calls\":1,\"called\":1,|byte 74",
        "intent-full|\"calls\":1,|\"calls\":1,\"calm\":1,|charge", "intent-full|\"calls\":1,||charge.calls",
        "intent-full|\"request_bytes\":12|\"request_bytes\":-12|record", "intent-full|\"epoch\":2|\"epoch\":0|record",
        "intent-full|\"sequence\":1|\"sequence\":-1|record", "intent-full|\"record\":\"intent\"|\"record\":\"intents\"|record",
        "opening-full|\"sequence\":0|\"sequence\":1|record", "opening-full|\"cleared\":true|\"cleared\":1|providers[0].cleared",
        "opening-full|\"id\":\"fallback\"|\"id\":\"primary\"|record", "opening-full|\"key\":\"order-17\"|\"key\":null|record",
        "opening-full|\"deadline_at_millis\":1700000020000|\"deadline_at_millis\":null|record",
        "opening-full|\"configuration_bytes\":13|\"configuration_bytes\":null|configuration_bytes",
        "opening-full|\"max_calls\":100|\"max_calls\":-1|record", "opening-full|\"max_calls\":100|\"max_calls\":true|limits.max_calls",
        "opening-full|\"initial_millis\":100|\"initial_millis\":2001|record",
        "opening-full|\"factor_thousandths\":1500|\"factor_thousandths\":999|record",
        "opening-full|\"request_sha256\":\"074e|\"request_sha256\":\"074E|request_sha256",
        "outcome-failed|2251799813685247|2251799813685248|record",
        "outcome-failed|\"class\":\"provider_reported_retryable\"|\"class\":\"ok\"|class",
        "outcome-completed|\"class\":\"completed_with_response\"|\"class\":\"uncertain\"|record",
        "outcome-completed|\"response_bytes\":2|\"response_bytes\":null|response_bytes",
        "verdict-full|\"verdict\":\"completed\"|\"verdict\":\"redeliver\"|record", "verdict-full|\"by\":\"look-up\"|\"by\":\"\"|record",
        "closing-settled|\"reason\":\"completed\"|\"reason\":\"permanent\"|record",
        "closing-settled|\"reason\":\"completed\"|\"reason\":\"x\"|reason",
        "closing-stopped|\"status\":\"stopped\"|\"status\":\"settled\"|record", "closing-stopped|\"v\":1|\"v\":1.0|byte 121",
        "evidence-bare|\"what\":\"clock_regression\"|\"what\":null|what",
        "evidence-bare|\"bytes\":0|\"bytes\":65537|record", "opening-full|\"request_bytes\":12|\"request_bytes\":1048577|record",
        "opening-full|\"configuration_bytes\":13|\"configuration_bytes\":4194305|record",
        "opening-full|\"max_response_bytes\":109|\"max_response_bytes\":67108865|record",
        "outcome-completed|\"response_bytes\":2|\"response_bytes\":67108865|record",
        "verdict-full|\"evidence_bytes\":7|\"evidence_bytes\":65537|record"
    })
    void a_value_out_of_range_list_or_company_is_not_canonical(String name, String good, String bad, String where) {
        String whole = new String(RecordCodec.encode(GoldenRecords.all().get(name)), StandardCharsets.UTF_8);
        assertTrue(whole.contains(good), whole);
        String changed = whole.replace(good, bad == null ? "" : bad);
        Damage damage = RecordCodec.decode(changed.getBytes(StandardCharsets.UTF_8)).damage().orElseThrow();
        assertEquals(DamageReason.NOT_CANONICAL, damage.reason());
        assertEquals(where, damage.where());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "{\"v\":2}|UNKNOWN_VERSION", "{\"news\":{},\"v\":0}|UNKNOWN_VERSION", "{\"v\":-1}|UNKNOWN_VERSION", "{\"v\":\"1\"}|NOT_CANONICAL",
        "{\"v\":null}|NOT_CANONICAL", "{}|NOT_CANONICAL", "[]|NOT_CANONICAL", "null|NOT_CANONICAL", "{\"v\":1}|NOT_CANONICAL",
        "{\"v\":2.0}|NOT_CANONICAL", "{\"v\": 2}|NOT_CANONICAL"
    })
    void the_version_is_judged_before_anything_else_of_a_canonical_object(String text, DamageReason reason) {
        assertEquals(reason, RecordCodec.decode(text.getBytes(StandardCharsets.UTF_8)).damage().orElseThrow().reason());
    }

    @Test
    void damage_is_thrown_only_where_the_caller_cannot_go_on_and_never_quotes_the_bytes() {
        String text = new String(RecordCodec.encode(GoldenRecords.all().get("opening-full")), StandardCharsets.UTF_8);
        String changed = text.replace("\"contract\":\"receiver", "\"contract\":\"s3cret");
        Decoded decoded = RecordCodec.decode(changed.getBytes(StandardCharsets.UTF_8));
        DamageException thrown = assertThrows(DamageException.class, decoded::orElseThrow);
        assertEquals(decoded.damage().orElseThrow(), thrown.damage());
        assertEquals("not_canonical at contract, expected: a word of its list", thrown.getMessage());
        assertEquals(Optional.empty(), decoded.record());
    }

    @Test
    void a_record_of_exactly_the_bound_passes_and_one_more_byte_is_refused_on_both_sides() {
        int room = Bounds.RECORD_BYTES - RecordCodec.encode(opening(List.of(new Account("a")))).length + 1;
        List<Account> accounts = IntStream.range(0, room / 103).mapToObj(i -> account(i, 100)).toList();
        int rest = Bounds.RECORD_BYTES - RecordCodec.encode(opening(accounts)).length;
        List<Account> filled = new ArrayList<>(accounts);
        filled.set(0, account(0, 100 + rest));
        byte[] largest = RecordCodec.encode(opening(filled));
        assertEquals(Bounds.RECORD_BYTES, largest.length);
        assertEquals(opening(filled), RecordCodec.decode(largest).orElseThrow());
        filled.set(0, account(0, 101 + rest));
        RecordTooLargeException refusal = assertThrows(RecordTooLargeException.class, () -> RecordCodec.encode(opening(filled)));
        assertEquals(Bounds.RECORD_BYTES + 1, refusal.bytes());
        assertEquals(Bounds.RECORD_BYTES, refusal.bound());
        byte[] tooLarge = CanonicalWriter.write(RecordCodec.json(opening(filled)));
        Damage damage = RecordCodec.decode(tooLarge).damage().orElseThrow();
        assertEquals(Optional.of("too_large"), damage.found());
    }

    @Test
    void as_many_providers_as_are_allowed_fit_only_when_their_ids_are_short() {
        assertTrue(RecordCodec.encode(providers(20)).length < Bounds.RECORD_BYTES);
        assertThrows(RecordTooLargeException.class, () -> RecordCodec.encode(providers(Bounds.TEXT_BYTES)));
    }

    @Test
    void an_ordinal_that_cannot_be_read_cannot_be_written() {
        Stamp stamp = new Stamp(1, Instant.EPOCH, 1);
        Evidence last = new Evidence(stamp, OptionalInt.of(Bounds.ATTEMPTS - 1), EvidenceKind.LOOKUP, Content.of(new byte[0]));
        assertEquals(last, RecordCodec.decode(RecordCodec.encode(last)).orElseThrow());
        Evidence beyond = new Evidence(stamp, OptionalInt.of(Bounds.ATTEMPTS), last.what(), last.content());
        assertThrows(IllegalArgumentException.class, () -> RecordCodec.encode(beyond));
    }

    private static Account account(int number, int length) {
        String name = String.format(Locale.ROOT, "%04d", number);
        return new Account(name + "x".repeat(length - name.length()));
    }

    private static Opening providers(int idLength) {
        List<ProviderSlot> slots = IntStream.range(0, Bounds.PROVIDERS)
                .mapToObj(i -> ProviderSlot.cleared(new ProviderId(account(i, idLength).value())))
                .toList();
        return opening(slots, List.of());
    }

    private static Opening opening(List<Account> accounts) {
        return opening(GoldenRecords.bareBinding().providers(), accounts);
    }

    private static Opening opening(List<ProviderSlot> providers, List<Account> accounts) {
        Binding bare = GoldenRecords.bareBinding();
        Binding binding = new Binding(
                bare.request(), bare.confidentiality(), bare.operation(), bare.limits(), bare.deadline(), providers, bare.quote(),
                bare.doubt(), accounts, bare.parent());
        return new Opening(new Stamp(0, Instant.EPOCH, 1), binding, Backoff.STANDARD, Optional.empty());
    }
}
