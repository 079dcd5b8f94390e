// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.fuzz;

import dev.counterfoil.journal.canonical.CanonicalWriter;
import dev.counterfoil.journal.canonical.Json;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.journal.store.InvocationRow;
import dev.counterfoil.journal.store.Standing;
import dev.counterfoil.journal.store.StoredInvocation;
import dev.counterfoil.journal.store.StoredPayload;
import dev.counterfoil.journal.store.StoredRecord;
import dev.counterfoil.journal.wire.Chain;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One who knows the format: he changes records, their order and what stands beside them, and counts and links everything anew, so that
 * only the grammar and the law are left to object. Confined.
 */
final class Forger {
    private final Dice dice;
    private final List<StoredRecord> others;

    Forger(Dice dice, List<StoredRecord> others) {
        this.dice = dice;
        this.others = others;
    }

    StoredInvocation forge(StoredInvocation honest) {
        List<StoredRecord> records = new ArrayList<>(honest.records());
        for (int changes = 1 + dice.below(3); changes > 0 && !records.isEmpty(); changes--) {
            change(records);
        }
        InvocationRow row = honest.row();
        List<StoredRecord> linked = linked(row.id(), records);
        Standing standing = dice.oneIn(6) ? dice.of(List.of(Standing.values())) : standing(linked);
        return new StoredInvocation(new InvocationRow(row.number(), row.id(), row.holder(), linked.size(), standing), linked);
    }

    private static Standing standing(List<StoredRecord> records) {
        return records.stream().anyMatch(each -> text(each).contains("\"record\":\"closing\"")) ? Standing.CLOSED : Standing.OPEN;
    }

    private static String text(StoredRecord stored) {
        return new String(stored.body().toArray(), StandardCharsets.UTF_8);
    }

    private void change(List<StoredRecord> records) {
        int at = dice.below(records.size());
        switch (dice.below(8)) {
            case 0 -> records.remove(at);
            case 1 -> records.add(at, records.get(at));
            case 2 -> records.add(at, records.remove(dice.below(records.size())));
            case 3 -> records.add(at, dice.of(others));
            case 4 -> records.subList(at, records.size()).clear();
            case 5 -> records.set(at, beside(records.get(at)));
            default -> records.set(at, altered(records.get(at)));
        }
    }

    private StoredRecord altered(StoredRecord honest) {
        try {
            return body(honest, CanonicalForm.bytes(JsonMutation.of(honest.body().toArray(), dice)));
        } catch (CanonicalForm.None none) {
            return honest;
        }
    }

    private StoredRecord beside(StoredRecord honest) {
        Optional<StoredPayload> other = dice.oneIn(2) ? Optional.empty() : Optional.of(StoredPayload.clear(Bytes.of(dice.bytes(8))));
        return dice.oneIn(2)
                ? new StoredRecord(honest.sequence(), honest.digest(), honest.body(), other, honest.attachment())
                : new StoredRecord(honest.sequence(), honest.digest(), honest.body(), honest.payload(), other);
    }

    private static StoredRecord body(StoredRecord of, byte[] body) {
        return new StoredRecord(of.sequence(), of.digest(), Bytes.of(body), of.payload(), of.attachment());
    }

    /** With sequence numbers and digests that are right; now and then a sequence inside a record stays as it was. */
    private List<StoredRecord> linked(InvocationId id, List<StoredRecord> records) {
        List<StoredRecord> linked = new ArrayList<>();
        Sha256 previous = Sha256.ZERO;
        for (StoredRecord each : records) {
            int sequence = linked.size();
            byte[] body = dice.oneIn(40) ? each.body().toArray() : renumbered(each.body().toArray(), sequence);
            previous = Chain.digest(id, sequence, previous, body);
            linked.add(new StoredRecord(sequence, previous, Bytes.of(body), each.payload(), each.attachment()));
        }
        return linked;
    }

    private static byte[] renumbered(byte[] body, long sequence) {
        try {
            if (CanonicalForm.of(body) instanceof Json.Members object && object.member("sequence").isPresent()) {
                Map<String, Json> members = new LinkedHashMap<>(object.members());
                members.put("sequence", Json.whole(sequence));
                return CanonicalWriter.write(new Json.Members(members));
            }
            return body;
        } catch (CanonicalForm.None none) {
            return body;
        }
    }
}
