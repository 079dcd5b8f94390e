// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.chain;

import dev.counterfoil.journal.fold.FoldStep;
import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.fold.JournalFold;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.DamageException;
import dev.counterfoil.journal.record.DamageReason;
import dev.counterfoil.journal.record.Entry;
import dev.counterfoil.journal.record.Evidence;
import dev.counterfoil.journal.record.EvidenceKind;
import dev.counterfoil.journal.record.Intent;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.JournalRecord;
import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.journal.store.Head;
import dev.counterfoil.journal.store.InvocationRow;
import dev.counterfoil.journal.store.PayloadState;
import dev.counterfoil.journal.store.Standing;
import dev.counterfoil.journal.store.StoredInvocation;
import dev.counterfoil.journal.store.StoredPayload;
import dev.counterfoil.journal.store.StoredRecord;
import dev.counterfoil.journal.wire.Chain;
import dev.counterfoil.journal.wire.Decoded;
import dev.counterfoil.journal.wire.RecordCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads the rows of one invocation back, record by record: place, link, canonical form, grammar, law, and the bytes beside it; and at the
 * end that the chain ends where the invocation's row says. The first thing that is wrong is the damage, and nothing behind it is believed.
 * Confined to one scan; its public face is static, pure and thread-safe.
 */
public final class ChainScanner {
    private final InvocationId id;
    private final Law law;
    private final List<ScannedRecord> sound = new ArrayList<>();
    private Optional<InvocationState> state = Optional.empty();
    private Sha256 previous = Sha256.ZERO;
    private long count;
    private boolean erasureSaid;
    private Optional<Damage> erased = Optional.empty();

    ChainScanner(InvocationId id, Law law) {
        this.id = id;
        this.law = law;
    }

    /**
     * Scans an invocation.
     *
     * @param stored as a store keeps it
     * @param law which recorded attempts would have been admitted
     * @return its sound records, what they say, and the first damage
     */
    public static Chronicle scan(StoredInvocation stored, Law law) {
        return new ChainScanner(stored.row().id(), law).goOn(stored.row(), stored.records(), Beside.READ, End.THE_LAST);
    }

    /** Whether the bytes beside records were read, and can be compared. */
    enum Beside { READ, NOT_READ }

    /** Whether the last of some records is the last of the invocation. */
    enum End { THE_LAST, MORE_FOLLOW }

    /** Where the sound part ends that was scanned so far. */
    Head head() {
        return count == 0 ? Head.NONE : new Head(count, previous);
    }

    /** Scans the records that follow; the chronicle has only these. Behind damage nothing more can be scanned. */
    Chronicle goOn(InvocationRow row, List<StoredRecord> records, Beside beside, End end) {
        Optional<Damage> damage = Optional.empty();
        try {
            records.forEach(record -> accept(record, beside));
            if (end == End.THE_LAST) {
                checkEnd(row);
            }
        } catch (DamageException e) {
            damage = Optional.of(e.damage());
        }
        Chronicle chronicle = new Chronicle(row, sound, state, damage);
        // Whoever goes on some time needs none of them again, and the bytes beside them may be many.
        sound.clear();
        return chronicle;
    }

    private void accept(StoredRecord stored, Beside beside) {
        long sequence = count;
        if (stored.sequence() != sequence) {
            fail(Damage.of(DamageReason.SEQUENCE_GAP, where(), Long.toString(sequence), Long.toString(stored.sequence())));
        }
        byte[] body = stored.body().toArray();
        Sha256 link = Chain.digest(id, sequence, previous, body);
        if (!link.equals(stored.digest())) {
            fail(Damage.of(DamageReason.DIGEST_DIFFERS, where(), stored.digest().hex(), link.hex()));
        }
        JournalRecord record = decode(body);
        if (record.stamp().sequence() != sequence) {
            fail(Damage.of(DamageReason.SEQUENCE_GAP, where(), Long.toString(sequence), Long.toString(record.stamp().sequence())));
        }
        InvocationState after = fold(record);
        Entry entry = new Entry(record, clear(stored.payload()), clear(stored.attachment()));
        if (beside == Beside.READ) {
            PayloadCheck.damage(record, stored, this::where).ifPresent(ChainScanner::fail);
            meetErased(stored, record);
        }
        sound.add(new ScannedRecord(entry, link, previous, stored));
        state = Optional.of(after);
        previous = link;
        count++;
    }

    /** Of the record that is looked at. Put together for damage only. */
    private String where() {
        return "record " + count + " of " + id;
    }

    private JournalRecord decode(byte[] body) {
        Decoded decoded = RecordCodec.decode(body);
        decoded.damage().ifPresent(damage ->
                fail(new Damage(damage.reason(), where() + ", " + damage.where(), damage.expected(), damage.found())));
        return decoded.orElseThrow();
    }

    private InvocationState fold(JournalRecord record) {
        FoldStep step = state.isPresent() ? JournalFold.next(state.get(), record) : JournalFold.first(record);
        if (step instanceof FoldStep.Violation violation) {
            return fail(Damage.of(DamageReason.UNLAWFUL, where(), violation.rule(), "another record"));
        }
        if (record instanceof Intent intent) {
            state.flatMap(before -> law.objection(before, intent))
                    .ifPresent(why -> fail(Damage.of(DamageReason.UNLAWFUL, where(), "an attempt that is admitted", why)));
        }
        return ((FoldStep.Folded) step).state();
    }

    private void checkEnd(InvocationRow row) {
        if (row.records() != count || count == 0) {
            fail(Damage.of(DamageReason.HEAD_MISSING, "the end of " + id, row.records() + " records", count + " records"));
        }
        if (!erasureSaid) {
            erased.ifPresent(ChainScanner::fail);
        }
        InvocationState last = state.orElseThrow();
        Standing standing = last.closing().isPresent() ? Standing.CLOSED : Standing.OPEN;
        if (row.standing() != standing) {
            fail(Damage.of(DamageReason.ANCHOR_DIFFERS, "the row of " + id, standing.code(), row.standing().code()));
        }
        // The greatest one could not be followed by another: no owner ever had it.
        if (row.holder().epoch() < last.last().epoch() || row.holder().epoch() >= Bounds.INTEGER) {
            fail(Damage.of(DamageReason.ANCHOR_DIFFERS, "the row of " + id, "epoch " + last.last().epoch() + " or a little later",
                    "epoch " + row.holder().epoch()));
        }
    }

    /** What was erased is said in the chain: bytes that only went are missing. */
    private void meetErased(StoredRecord stored, JournalRecord record) {
        erasureSaid |= record instanceof Evidence evidence && evidence.what() == EvidenceKind.ERASURE;
        if (erased.isEmpty() && (isErased(stored.payload()) || isErased(stored.attachment()))) {
            DamageReason reason = count > 0 || isErased(stored.payload()) ? DamageReason.PAYLOAD_DIFFERS
                    : DamageReason.CONFIGURATION_DIFFERS;
            erased = Optional.of(Damage.of(reason, where(), "bytes, or their erasure recorded", "erased"));
        }
    }

    private static boolean isErased(Optional<StoredPayload> payload) {
        return payload.filter(each -> each.state() == PayloadState.ERASED).isPresent();
    }

    private static Optional<Bytes> clear(Optional<StoredPayload> payload) {
        return payload.filter(each -> each.state() == PayloadState.CLEAR).map(StoredPayload::bytes);
    }

    private static <T> T fail(Damage damage) {
        throw new DamageException(damage);
    }
}
