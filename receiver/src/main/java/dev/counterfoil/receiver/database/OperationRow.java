// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.database;

import dev.counterfoil.receiver.operation.PayloadDigest;
import dev.counterfoil.receiver.receipt.HeldOperation;
import dev.counterfoil.receiver.receipt.OperationState;
import dev.counterfoil.receiver.receipt.PendingClaim;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads the row of an operation. */
final class OperationRow {
    private OperationRow() {}

    /** Reads state, fingerprint, effect, claimant, fence, instant and end of retention, in this order. */
    static HeldOperation read(ResultSet row) throws SQLException {
        Instant since = Instant.ofEpochMilli(row.getLong(6));
        return new HeldOperation(payload(row), state(row, since), since, row.getLong(5));
    }

    private static Optional<PayloadDigest> payload(ResultSet row) throws SQLException {
        return Optional.ofNullable(row.getBytes(2)).map(PayloadDigest::ofBytes);
    }

    private static OperationState state(ResultSet row, Instant since) throws SQLException {
        Optional<Instant> expiresAt = instant(number(row, 7));
        String word = String.valueOf(row.getString(1));
        return switch (word) {
            case "pending" -> new OperationState.Pending(
                    new PendingClaim(Optional.ofNullable(row.getString(4)).orElse(""), row.getLong(5), since));
            case "completed" -> new OperationState.Completed(row.getLong(3), expiresAt);
            case "rejected" -> new OperationState.Rejected(expiresAt);
            case "expired" -> new OperationState.Expired(number(row, 3));
            case "closed" -> new OperationState.Closed();
            default -> throw new SQLDataException("an operation has a state that no receiver writes");
        };
    }

    private static Optional<Instant> instant(OptionalLong millis) {
        return millis.isPresent() ? Optional.of(Instant.ofEpochMilli(millis.getAsLong())) : Optional.empty();
    }

    /** A number, or nothing where the column is NULL. */
    static OptionalLong number(ResultSet row, int column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(value);
    }
}
