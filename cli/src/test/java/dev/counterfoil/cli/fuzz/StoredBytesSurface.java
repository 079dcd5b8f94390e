// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.fuzz;

import dev.counterfoil.cli.spec.ProviderConfiguration;
import dev.counterfoil.journal.canonical.CanonicalReader;
import dev.counterfoil.journal.canonical.NotCanonicalException;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.wire.Decoded;
import dev.counterfoil.journal.wire.RecordCodec;
import dev.counterfoil.scheduler.exec.ReadReport;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Bytes that are read back from where they were stored, or written by a provider. Confined. */
final class StoredBytesSurface implements Surface {
    private final Kind kind;
    private final List<byte[]> good;

    /** What the bytes are. */
    enum Kind {
        /** What is stored beside an opening. */
        CONFIGURATION,
        /** What a provider wrote of its usage. */
        REPORT,
        /** Records. */
        RECORD
    }

    StoredBytesSurface(Kind kind, List<byte[]> good) {
        this.kind = kind;
        this.good = good;
    }

    @Override
    public String name() {
        return switch (kind) {
            case CONFIGURATION -> "stored_configuration";
            case REPORT -> "usage_report";
            case RECORD -> "record_bytes";
        };
    }

    @Override
    public int share() {
        return 150;
    }

    @Override
    public String attempt(Dice dice) {
        byte[] one = dice.of(good);
        byte[] broken = dice.oneIn(2) ? canonical(JsonMutation.of(one, dice)) : ByteMutation.of(one, dice, good);
        return switch (kind) {
            case CONFIGURATION -> configuration(broken);
            case REPORT -> ReadReport.of(broken).malformed() ? "malformed_report" : "accepted";
            case RECORD -> record(broken);
        };
    }

    /** In the one spelling where it has one: most of what only moves members would never get past the first look. */
    private static byte[] canonical(byte[] json) {
        try {
            return CanonicalForm.bytes(json);
        } catch (CanonicalForm.None none) {
            return json;
        }
    }

    private static String configuration(byte[] broken) {
        Bytes stored = Bytes.of(broken);
        Optional<ProviderConfiguration> read = ProviderConfiguration.parse(stored);
        read.ifPresent(each -> Finding.unless(each.bytes().equals(stored), "read as another configuration"));
        return read.isPresent() ? "accepted" : "foreign_configuration";
    }

    private static String record(byte[] broken) {
        Decoded decoded = RecordCodec.decode(broken);
        if (decoded instanceof Decoded.Sound sound) {
            Finding.unless(Arrays.equals(RecordCodec.encode(sound.value()), broken), "read as another record");
            return "accepted";
        }
        String said = decoded.damage().orElseThrow().toString();
        Finding.unlessLines(said);
        try {
            CanonicalReader.read(broken, Bounds.RECORD_BYTES);
        } catch (NotCanonicalException other) {
            Finding.unlessLines(other.getMessage());
        }
        return decoded.damage().orElseThrow().reason().code();
    }
}
