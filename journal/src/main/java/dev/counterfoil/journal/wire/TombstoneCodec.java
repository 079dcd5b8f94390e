// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.wire;

import dev.counterfoil.journal.canonical.CanonicalReader;
import dev.counterfoil.journal.canonical.CanonicalWriter;
import dev.counterfoil.journal.canonical.Json;
import dev.counterfoil.journal.canonical.NotCanonicalException;
import dev.counterfoil.journal.fold.BusinessState;
import dev.counterfoil.journal.fold.Tombstone;
import dev.counterfoil.journal.fold.Totals;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.ClosingReason;
import dev.counterfoil.journal.record.ClosingStatus;
import dev.counterfoil.journal.record.Contract;
import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.DamageException;
import dev.counterfoil.journal.record.DamageReason;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/** Tombstones to canonical bytes and back, format v1: the package page is the format. Pure; immutable. */
public final class TombstoneCodec {
    private static final byte[] TAG = "counterfoil.tombstone.v1\0".getBytes(StandardCharsets.US_ASCII);

    private TombstoneCodec() {}

    /**
     * A tombstone as bytes.
     *
     * @param tombstone the tombstone
     * @return its canonical bytes, at most {@link Bounds#TOMBSTONE_BYTES}
     */
    public static byte[] encode(Tombstone tombstone) {
        return CanonicalWriter.write(Json.object()
                .put("v", RecordCodec.VERSION)
                .put("id", tombstone.id().value())
                .put("binding_sha256", tombstone.binding().hex())
                .put("request_sha256", tombstone.request().hex())
                .put("contract", tombstone.effect().contract().code())
                .put("scope", Json.text(tombstone.effect().scope()))
                .put("key_sha256", Json.text(tombstone.effect().key().map(Sha256::hex)))
                .put("records", tombstone.records())
                .put("last_digest", tombstone.last().hex())
                .put("digest_sum", tombstone.digestSum().hex())
                .put("status", tombstone.status().code())
                .put("reason", tombstone.reason().code())
                .put("business_state", tombstone.businessState().code())
                .put("opened_at_millis", tombstone.openedAt().toEpochMilli())
                .put("closed_at_millis", tombstone.closedAt().toEpochMilli())
                .put("response_sha256", Json.text(tombstone.response().map(Sha256::hex)))
                .put("totals", totals(tombstone.totals()))
                .build());
    }

    /**
     * The digest of a tombstone: SHA-256 of the tag {@code counterfoil.tombstone.v1}, 0x00, and the canonical bytes.
     *
     * @param canonical the bytes, read but not kept
     * @return their digest
     */
    public static Sha256 digest(byte[] canonical) {
        MessageDigest digest = Sha256.newDigest();
        digest.update(TAG);
        digest.update(canonical);
        return Sha256.of(digest);
    }

    /**
     * Bytes as a tombstone.
     *
     * @param bytes the bytes, read but not kept
     * @return the tombstone whose encoding is these very bytes
     * @throws DamageException where they are none: {@code not_canonical} or {@code unknown_version}
     */
    public static Tombstone decode(byte[] bytes) {
        Tombstone read;
        try {
            read = read(MemberReader.of(CanonicalReader.read(bytes, Bounds.TOMBSTONE_BYTES), ""));
        } catch (NotCanonicalException e) {
            throw broken("byte " + e.offset(), Optional.empty(), Optional.of(e.reason().code()));
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw broken("tombstone", Optional.empty(), Optional.ofNullable(e.getMessage()));
        }
        if (!Arrays.equals(encode(read), bytes)) {
            throw broken("tombstone", Optional.of("its one spelling"), Optional.of("another spelling"));
        }
        return read;
    }

    private static Tombstone read(MemberReader object) {
        long version = object.whole("v");
        if (version != RecordCodec.VERSION) {
            throw new DamageException(Damage.of(
                    DamageReason.UNKNOWN_VERSION, "v", Long.toString(RecordCodec.VERSION), Long.toString(version)));
        }
        Tombstone tombstone = new Tombstone(
                new InvocationId(object.text("id")),
                Sha256.ofHex(object.text("binding_sha256")),
                Sha256.ofHex(object.text("request_sha256")),
                new Tombstone.Effect(object.word(Contract.class, "contract"), object.optionalText("scope"),
                        object.optionalDigest("key_sha256")),
                object.whole("records"),
                Sha256.ofHex(object.text("last_digest")),
                Sha256.ofHex(object.text("digest_sum")),
                object.word(ClosingStatus.class, "status"),
                ClosingReason.find(object.text("reason")).orElseThrow(() -> object.refusal("reason")),
                object.word(BusinessState.class, "business_state"),
                Instant.ofEpochMilli(object.whole("opened_at_millis")),
                Instant.ofEpochMilli(object.whole("closed_at_millis")),
                object.optionalDigest("response_sha256"),
                totals(object.object("totals")));
        object.end();
        return tombstone;
    }

    private static Json.Members totals(Totals totals) {
        return Json.object()
                .put("calls", Long.toString(totals.calls()))
                .put("retries", Long.toString(totals.retries()))
                .put("failovers", Long.toString(totals.failovers()))
                .put("context_tokens", Long.toString(totals.contextTokens()))
                .put("output_tokens", Long.toString(totals.outputTokens()))
                .put("cost_micros", Long.toString(totals.costMicros()))
                .put("request_bytes", Long.toString(totals.requestBytes()))
                .put("response_bytes_reserved", Long.toString(totals.responseBytesReserved()))
                .build();
    }

    /** Anything but the one spelling of the number is found when it is written again. */
    private static Totals totals(MemberReader object) {
        Totals totals = new Totals(
                Long.parseLong(object.text("calls")),
                Long.parseLong(object.text("retries")),
                Long.parseLong(object.text("failovers")),
                Long.parseLong(object.text("context_tokens")),
                Long.parseLong(object.text("output_tokens")),
                Long.parseLong(object.text("cost_micros")),
                Long.parseLong(object.text("request_bytes")),
                Long.parseLong(object.text("response_bytes_reserved")));
        object.end();
        return totals;
    }

    private static DamageException broken(String where, Optional<String> expected, Optional<String> found) {
        return new DamageException(new Damage(DamageReason.NOT_CANONICAL, where, expected, found));
    }
}
