// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.jdbc;

import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.scheduler.lookup.Lookup;
import dev.counterfoil.scheduler.lookup.LookupAnswer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;

/** What a row says of an operation: another payload first, whatever else is the case, as a receiver decides. Thread-safe. */
@FunctionalInterface
interface ReceiptRow {
    /** Columns state, fingerprint in hex, response. */
    ReceiptRow OF_HOST = (row, subject) -> {
        Optional<String> bound = Optional.ofNullable(row.getString(2));
        if (bound.filter(hex -> !hex.equalsIgnoreCase(subject.request().sha256().hex())).isPresent()) {
            return LookupAnswer.conflict();
        }
        Optional<Bytes> response = Optional.ofNullable(row.getString(3)).map(Bytes::utf8);
        return said(String.valueOf(row.getString(1)), response.map(LookupAnswer::completed).orElseGet(LookupAnswer::completed));
    };

    /** States of a receiver's row that may name an effect. */
    Set<String> MAY_HAVE_AN_EFFECT = Set.of("completed", "expired");

    LookupAnswer read(ResultSet row, Lookup.Subject subject) throws SQLException;

    /** Columns state, fingerprint, effect, instant, end of retention: those of the receiver's tables, version 1. */
    static ReceiptRow ofReceiver(InstantSource wall) {
        return (row, subject) -> {
            Optional<Sha256> bound = Optional.ofNullable(row.getBytes(2)).map(Sha256::ofBytes);
            if (bound.filter(digest -> !digest.equals(subject.request().sha256())).isPresent()) {
                return LookupAnswer.conflict();
            }
            String state = String.valueOf(row.getString(1));
            long effect = row.getLong(3);
            boolean sound = row.wasNull() ? !state.equals("completed") : effect >= 0 && MAY_HAVE_AN_EFFECT.contains(state);
            if (!sound) {
                return LookupAnswer.unavailable().saying(Bytes.utf8("a row that contradicts itself"));
            }
            LookupAnswer completed = LookupAnswer.completed(Bytes.utf8("{\"state\":\"completed\",\"effect_id\":" + effect + "}"));
            long ends = row.getLong(5);
            boolean ended = state.equals("completed") || state.equals("rejected");
            return ended && !row.wasNull() && isOver(ends, Instant.ofEpochMilli(row.getLong(4)), wall.instant())
                    ? LookupAnswer.expired()
                    : said(state, completed);
        };
    }

    /** At the very end of retention it is over; a clock that stands before the row makes nothing younger. */
    private static boolean isOver(long endsMillis, Instant since, Instant now) {
        Instant at = now.isBefore(since) ? since : now;
        return !at.isBefore(Instant.ofEpochMilli(endsMillis));
    }

    private static LookupAnswer said(String state, LookupAnswer completed) {
        return switch (state) {
            case "completed" -> completed;
            case "pending" -> LookupAnswer.pending();
            case "expired" -> LookupAnswer.expired();
            // What was closed before it arrived had no effect and gets none.
            case "rejected", "closed" -> LookupAnswer.rejected();
            default -> LookupAnswer.unavailable().saying(Bytes.utf8("a state that is not known"));
        };
    }
}
