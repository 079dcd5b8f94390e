// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.jdbc;

import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.scheduler.dispatch.Cancellation;
import dev.counterfoil.scheduler.lookup.Lookup;
import dev.counterfoil.scheduler.lookup.LookupAnswer;
import dev.counterfoil.scheduler.lookup.ReceiptLookup;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import javax.sql.DataSource;

/**
 * Looks a receipt up with one query. Thread-safe as its source is.
 *
 * <p>The query has two parameters, the scope and the key in this order, and gives no row or one. No row is <em>absent</em>. It writes
 * nothing and closes no key, so it is for books that {@linkplain dev.counterfoil.scheduler.lookup.ReceiptBook#claims claim}: a delivery
 * may still be under way where there is no row yet. Two rows, a word that is not known and a failing database are <em>unavailable</em>.
 *
 * <p>It does not set the connection's transaction or read-only mode: the source is given so that a query sees what is committed.
 */
public final class JdbcLookup implements ReceiptLookup {
    private final DataSource source;
    private final String query;
    private final Parameters parameters;
    private final ReceiptRow row;

    /** How scope and key are bound. */
    private enum Parameters {
        TEXT {
            @Override
            void bind(PreparedStatement statement, int at, String value) throws SQLException {
                statement.setString(at, value);
            }
        },
        UTF_8 {
            @Override
            void bind(PreparedStatement statement, int at, String value) throws SQLException {
                statement.setBytes(at, value.getBytes(StandardCharsets.UTF_8));
            }
        };

        abstract void bind(PreparedStatement statement, int at, String value) throws SQLException;
    }

    private JdbcLookup(DataSource source, String query, Parameters parameters, ReceiptRow row) {
        this.source = source;
        this.query = query;
        this.parameters = parameters;
        this.row = row;
    }

    /**
     * By a query of the host's, over any table.
     *
     * @param source where the table is
     * @param query gives the state ({@code pending}, {@code completed}, {@code rejected} or {@code expired}), the payload's SHA-256 (64 hex
     *     digits or NULL, which is not compared) and the response (text or NULL), in this order; another word is not understood
     * @return the look-up
     */
    public static JdbcLookup of(DataSource source, String query) {
        return new JdbcLookup(source, query, Parameters.TEXT, ReceiptRow.OF_HOST);
    }

    /**
     * By the table of an idempotent receiver of this project, version 1, in the database where it is embedded. The response is the body
     * that the receiver would answer a repeated delivery with.
     *
     * @param source where the receiver's tables are
     * @param wall the receiver's clock, by which its retention goes
     * @return the look-up
     */
    public static JdbcLookup ofReceiver(DataSource source, InstantSource wall) {
        return new JdbcLookup(
                source,
                "select state, payload_sha256, effect_id, since_millis, expires_at_millis from counterfoil_operation"
                        + " where operation_scope = ? and operation_key = ?",
                Parameters.UTF_8,
                ReceiptRow.ofReceiver(wall));
    }

    /** Its message would hold the driver's own words, and those what was asked for: they are not kept. */
    @Override
    public LookupAnswer lookUp(Lookup lookup) throws SQLException {
        try (Connection connection = source.getConnection();
                PreparedStatement statement = connection.prepareStatement(query)) {
            Cancellation.Listening ending = lookup.cancellation().listen(() -> cancel(statement));
            try {
                parameters.bind(statement, 1, lookup.subject().scope());
                parameters.bind(statement, 2, lookup.subject().key());
                return answer(statement, lookup.subject());
            } finally {
                ending.end();
            }
        }
    }

    private LookupAnswer answer(PreparedStatement statement, Lookup.Subject subject) throws SQLException {
        try (ResultSet rows = statement.executeQuery()) {
            if (!rows.next()) {
                return LookupAnswer.absent();
            }
            LookupAnswer said = row.read(rows, subject);
            return rows.next() ? LookupAnswer.unavailable().saying(Bytes.utf8("more than one row")) : said;
        }
    }

    private static void cancel(PreparedStatement statement) {
        try {
            statement.cancel();
        } catch (SQLException e) {
            // Nobody waits for it any more; a driver that cannot end it lets it run out.
            System.getLogger(JdbcLookup.class.getName()).log(System.Logger.Level.DEBUG, "a query was not ended: {0}", e.getSQLState());
        }
    }
}
