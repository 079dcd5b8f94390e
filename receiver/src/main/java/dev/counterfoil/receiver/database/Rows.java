// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.database;

import dev.counterfoil.receiver.operation.Operation;
import dev.counterfoil.receiver.operation.OperationScope;
import dev.counterfoil.receiver.operation.Payload;
import dev.counterfoil.receiver.operation.PayloadDigest;
import dev.counterfoil.receiver.receipt.HeldOperation;
import dev.counterfoil.receiver.receipt.Retention;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The rows of operations and effects on one connection. Confined to one thread. */
public final class Rows {
    private static final String WHERE = " where operation_scope = ? and operation_key = ?";

    private final Connection connection;
    private final Dialect dialect;

    Rows(Connection connection, Dialect dialect) {
        this.connection = connection;
        this.dialect = dialect;
    }

    /** What writes in the transaction besides the receiver. Confined to its caller. */
    @FunctionalInterface
    public interface Joining {
        /**
         * Writes.
         *
         * @param connection one that refuses to end the transaction
         * @throws SQLException where the database fails
         */
        void write(Connection connection) throws SQLException;
    }

    /**
     * Has an effect write in the transaction. What it ends by a detour is found before anything else is written.
     *
     * @param effect writes
     * @throws SQLException where the database fails, or undid the transaction and the effect passed over that
     * @throws dev.counterfoil.receiver.failure.ReceiverException where the effect ended the transaction
     */
    public void join(Joining effect) throws SQLException {
        new JoinedConnection(connection, dialect).lend(effect);
    }

    /** Makes the tables and their indexes. */
    void createTables() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String table : dialect.tables()) {
                statement.execute(table);
            }
            for (String index : dialect.indexes()) {
                statement.execute(index);
            }
        }
    }

    /** The version of the tables; 0 where it is not said. */
    long version() throws SQLException {
        try (PreparedStatement query = connection.prepareStatement("select version from counterfoil_receiver");
                ResultSet row = query.executeQuery()) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    /**
     * How long receipts are kept of what ends now.
     *
     * @return what the database goes by
     * @throws SQLException where the database fails
     */
    public Retention retention() throws SQLException {
        try (PreparedStatement query = connection.prepareStatement("select retention_millis from counterfoil_receiver");
                ResultSet row = query.executeQuery()) {
            return row.next() ? new Retention(OperationRow.number(row, 1)) : Retention.FOR_EVER;
        }
    }

    /**
     * Changes that for what ends from now on.
     *
     * @param retention what the database is to go by
     * @throws SQLException where the database fails
     */
    public void retain(Retention retention) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement("update counterfoil_receiver set retention_millis = ?")) {
            number(update, 1, retention.limitMillis());
            update.executeUpdate();
        }
    }

    /**
     * The row of an operation.
     *
     * @param operation which
     * @return what it says, where there is one
     * @throws SQLException where the database fails
     */
    public Optional<HeldOperation> find(Operation operation) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement("select state, payload_sha256, effect_id, claimant, fence,"
                + " since_millis, expires_at_millis from counterfoil_operation" + WHERE)) {
            name(query, 1, operation);
            try (ResultSet row = query.executeQuery()) {
                return row.next() ? Optional.of(OperationRow.read(row)) : Optional.empty();
            }
        }
    }

    /**
     * Inserts the row of an operation that has none.
     *
     * @param operation which
     * @param row what it says
     * @return false where it had one, or another transaction is about to give it one for longer than the database waits
     * @throws SQLException where the database fails
     */
    public boolean insert(Operation operation, NewRow row) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("insert into counterfoil_operation(operation_scope, operation_key,"
                + " state, payload_sha256, claimant, fence, since_millis) values (?, ?, ?, ?, ?, ?, ?)" + dialect.passingOver())) {
            name(insert, 1, operation);
            insert.setString(3, row.state());
            bytes(insert, 4, row.payload().map(PayloadDigest::bytes));
            text(insert, 5, row.claimant());
            insert.setLong(6, row.fence());
            insert.setLong(7, row.since().toEpochMilli());
            return insert.executeUpdate() == 1;
        } catch (SQLException e) {
            if (dialect == Dialect.SQLITE || !isBehindAnother(Failure.of(dialect, e))) {
                throw e;
            }
            return false;
        }
    }

    /** A taken key where the dialect cannot pass over it, or the wait for one that is being taken. */
    private boolean isBehindAnother(Failure failure) {
        return failure == Failure.LOCKED || failure == Failure.TAKEN && dialect.passingOver().isEmpty();
    }

    /**
     * Inserts an effect.
     *
     * @param scope of its operation
     * @param payload its bytes, where they are kept
     * @return its number
     * @throws SQLException where the database fails
     */
    public long insertEffect(OperationScope scope, Optional<Payload> payload) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("insert into counterfoil_effect(effect_scope, payload) values (?, ?)",
                new String[] {"effect_id"})) {
            insert.setBytes(1, utf8(scope.value()));
            bytes(insert, 2, payload.map(Payload::bytes));
            insert.executeUpdate();
            try (ResultSet keys = insert.getGeneratedKeys()) {
                if (!keys.next()) {
                    throw new SQLException("the database does not tell the number of a row that it inserted");
                }
                return keys.getLong(1);
            }
        }
    }

    /**
     * Ends a pending operation.
     *
     * @param operation which
     * @param fence of the claim that ends it
     * @param end how
     * @return false where it is not pending under that fence
     * @throws SQLException where the database fails
     */
    public boolean end(Operation operation, long fence, End end) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement("update counterfoil_operation set state = ?, effect_id = ?, fence = ?,"
                + " since_millis = ?, expires_at_millis = ?, evidence = ?" + WHERE + " and state = 'pending' and fence = ?")) {
            update.setString(1, end.state());
            number(update, 2, end.effectId());
            update.setLong(3, end.fence());
            update.setLong(4, end.since().toEpochMilli());
            number(update, 5, end.expiresAt().map(at -> OptionalLong.of(at.toEpochMilli())).orElse(OptionalLong.empty()));
            text(update, 6, end.evidence());
            name(update, 7, operation);
            update.setLong(9, fence);
            return update.executeUpdate() == 1;
        }
    }

    /**
     * Keeps all others from a pending operation until the transaction ends, and changes nothing.
     *
     * @param operation which
     * @param fence of the claim that ends it
     * @return false where it is not pending under that fence
     * @throws SQLException where the database fails
     */
    public boolean hold(Operation operation, long fence) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement("update counterfoil_operation set fence = fence" + WHERE
                + " and state = 'pending' and fence = ?")) {
            name(update, 1, operation);
            update.setLong(3, fence);
            return update.executeUpdate() == 1;
        }
    }

    /**
     * Gives a pending operation to another claimant.
     *
     * @param operation which
     * @param fence of the claim that is taken over
     * @param row what the row says of the new claim
     * @return false where it is not pending under that fence
     * @throws SQLException where the database fails
     */
    public boolean takeOver(Operation operation, long fence, NewRow row) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement("update counterfoil_operation set claimant = ?, fence = ?,"
                + " since_millis = ?" + WHERE + " and state = 'pending' and fence = ?")) {
            text(update, 1, row.claimant());
            update.setLong(2, row.fence());
            update.setLong(3, row.since().toEpochMilli());
            name(update, 4, operation);
            update.setLong(6, fence);
            return update.executeUpdate() == 1;
        }
    }

    /**
     * How many effects there are.
     *
     * @param scope only of this one, where it is given
     * @return their number
     * @throws SQLException where the database fails
     */
    public long countEffects(Optional<OperationScope> scope) throws SQLException {
        String where = scope.isPresent() ? " where effect_scope = ?" : "";
        try (PreparedStatement query = connection.prepareStatement("select count(*) from counterfoil_effect" + where)) {
            if (scope.isPresent()) {
                query.setBytes(1, utf8(scope.get().value()));
            }
            try (ResultSet row = query.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    /**
     * Ended operations whose retention is over.
     *
     * @param behind only those that come behind this place
     * @param now the instant
     * @param atMost how many
     * @return where they are, in order
     * @throws SQLException where the database fails
     */
    public List<Place> overdue(Place behind, Instant now, int atMost) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement("select operation_scope, operation_key, effect_id, expires_at_millis"
                + " from counterfoil_operation where state in ('completed', 'rejected') and expires_at_millis <= ?"
                + " and (expires_at_millis, operation_scope, operation_key) > (?, ?, ?)"
                + " order by expires_at_millis, operation_scope, operation_key")) {
            query.setMaxRows(atMost);
            query.setLong(1, now.toEpochMilli());
            query.setLong(2, behind.expiresAtMillis());
            query.setBytes(3, behind.scope());
            query.setBytes(4, behind.key());
            List<Place> places = new ArrayList<>();
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    places.add(new Place(row.getLong(4), row.getBytes(1), row.getBytes(2), OperationRow.number(row, 3)));
                }
            }
            return places;
        }
    }

    /**
     * Makes a tombstone of an ended operation: fingerprint and effect stay, payload, claimant and evidence go.
     *
     * @param place where it is
     * @return false where somebody else had done it
     * @throws SQLException where the database fails
     */
    public boolean bury(Place place) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement("update counterfoil_operation set state = 'expired', claimant = null,"
                + " evidence = null" + WHERE + " and state in ('completed', 'rejected')");
                PreparedStatement erase = connection.prepareStatement(
                        "update counterfoil_effect set payload = null where effect_id = ? and payload is not null")) {
            update.setBytes(1, place.scope());
            update.setBytes(2, place.key());
            if (update.executeUpdate() == 0) {
                return false;
            }
            if (place.effectId().isPresent()) {
                erase.setLong(1, place.effectId().getAsLong());
                erase.executeUpdate();
            }
            return true;
        }
    }

    private static void name(PreparedStatement statement, int at, Operation operation) throws SQLException {
        statement.setBytes(at, utf8(operation.scope().value()));
        statement.setBytes(at + 1, utf8(operation.key().value()));
    }

    private static void bytes(PreparedStatement statement, int at, Optional<byte[]> value) throws SQLException {
        if (value.isPresent()) {
            statement.setBytes(at, value.get());
        } else {
            statement.setNull(at, Types.VARBINARY);
        }
    }

    private static void text(PreparedStatement statement, int at, Optional<String> value) throws SQLException {
        if (value.isPresent()) {
            statement.setString(at, value.get());
        } else {
            statement.setNull(at, Types.VARCHAR);
        }
    }

    private static void number(PreparedStatement statement, int at, OptionalLong value) throws SQLException {
        if (value.isPresent()) {
            statement.setLong(at, value.getAsLong());
        } else {
            statement.setNull(at, Types.BIGINT);
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
