// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.wire;

import dev.counterfoil.journal.canonical.CanonicalReader;
import dev.counterfoil.journal.canonical.CanonicalWriter;
import dev.counterfoil.journal.canonical.Json;
import dev.counterfoil.journal.canonical.NotCanonicalException;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.DamageException;
import dev.counterfoil.journal.record.DamageReason;
import dev.counterfoil.journal.record.JournalRecord;
import java.util.Arrays;
import java.util.Optional;

/**
 * Records to canonical bytes and back, format v1: the package page is the format. Pure; immutable.
 *
 * <p>Each record has one encoding, and bytes that are not the encoding of a record are damage. It knows nothing of the chain, of
 * payloads, or of which records may follow one another.
 */
public final class RecordCodec {
    /** The format that is written, and the only one that is read. */
    public static final long VERSION = 1;

    private static final RecordWriter WRITER = new RecordWriter();

    private RecordCodec() {}

    /**
     * A record as a JSON value, in the order of the package page.
     *
     * @param value the record
     * @return its members; the operation's key is among them, in clear
     * @throws IllegalArgumentException where an ordinal is beyond {@link Bounds#ATTEMPTS}
     */
    public static Json.Members json(JournalRecord value) {
        return value.match(WRITER);
    }

    /**
     * A record as bytes.
     *
     * @param value the record
     * @return its canonical bytes, at most {@link Bounds#RECORD_BYTES}
     * @throws RecordTooLargeException where they are more
     * @throws IllegalArgumentException where an ordinal is beyond {@link Bounds#ATTEMPTS}
     */
    public static byte[] encode(JournalRecord value) {
        byte[] bytes = CanonicalWriter.write(json(value));
        if (bytes.length > Bounds.RECORD_BYTES) {
            throw new RecordTooLargeException(bytes.length);
        }
        return bytes;
    }

    /**
     * Bytes as a record.
     *
     * @param bytes the bytes, read but not kept
     * @return the record, or what is wrong with them
     */
    public static Decoded decode(byte[] bytes) {
        Optional<JournalRecord> exact = bytes.length > Bounds.RECORD_BYTES ? Optional.empty() : ExactReader.read(bytes);
        return exact.isPresent() ? new Decoded.Sound(exact.get()) : thorough(bytes);
    }

    /** Reads what has any right spelling, and says what is wrong with what has none. */
    static Decoded thorough(byte[] bytes) {
        try {
            MemberReader object = MemberReader.of(CanonicalReader.read(bytes, Bounds.RECORD_BYTES), "");
            long version = object.whole("v");
            if (version != VERSION) {
                return broken(DamageReason.UNKNOWN_VERSION, "v", Long.toString(VERSION), Long.toString(version));
            }
            JournalRecord read = RecordReader.read(object);
            return Arrays.equals(encode(read), bytes)
                    ? new Decoded.Sound(read)
                    : broken(DamageReason.NOT_CANONICAL, "record", "accounts in order, each once", "another spelling");
        } catch (NotCanonicalException e) {
            return new Decoded.Broken(new Damage(
                    DamageReason.NOT_CANONICAL, "byte " + e.offset(), Optional.empty(), Optional.of(e.reason().code())));
        } catch (DamageException e) {
            return new Decoded.Broken(e.damage());
        } catch (IllegalArgumentException e) {
            return new Decoded.Broken(new Damage(
                    DamageReason.NOT_CANONICAL, "record", Optional.empty(), Optional.of(e.getMessage())));
        }
    }

    private static Decoded broken(DamageReason reason, String where, String expected, String found) {
        return new Decoded.Broken(Damage.of(reason, where, expected, found));
    }
}
