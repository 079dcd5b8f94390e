// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.bench;

import dev.counterfoil.scheduler.time.SystemTime;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.function.BooleanSupplier;

/**
 * What somebody would write without the runtime: one thread and one connection, a row committed before the effect and a row committed
 * after it. The same database with the same settings, rows as large as ours and growing keys, but no digests, no limits, no owner and no
 * check of anything. Confined.
 */
final class NaiveSide implements AutoCloseable {
    /** As the journal's connections are set. */
    private static final List<String> SETTINGS = List.of("locking_mode = normal", "journal_mode = wal", "synchronous = full",
            "wal_autocheckpoint = 1000", "journal_size_limit = 4194304", "fullfsync = 1", "checkpoint_fullfsync = 1", "mmap_size = 0",
            "trusted_schema = 0", "cell_size_check = 1", "secure_delete = 1");

    private static final int LEAST = 20;

    private final Connection connection;
    private final PreparedStatement insert;
    private final Pause pause;
    private final byte[] intent;
    private final byte[] request;
    private final byte[] outcome;
    private final byte[] response;
    private long key;

    NaiveSide(Path file, RowSizes sizes, Pause pause) throws SQLException {
        this.pause = pause;
        this.intent = new byte[sizes.intentBytes()];
        this.request = new byte[sizes.requestBytes()];
        this.outcome = new byte[sizes.outcomeBytes()];
        this.response = new byte[sizes.responseBytes()];
        // As a URI, in which no letter of the path means anything to the driver.
        this.connection = DriverManager.getConnection("jdbc:sqlite:" + file.toAbsolutePath().toUri().toASCIIString(), driver());
        try (Statement statement = connection.createStatement()) {
            for (String setting : SETTINGS) {
                statement.execute("pragma " + setting);
            }
            statement.execute("create table attempt(key integer primary key, previous_key integer, body blob not null, payload blob)"
                    + " strict");
        }
        this.insert = connection.prepareStatement("insert into attempt(key, previous_key, body, payload) values (?, ?, ?, ?)");
    }

    /** As the runtime's: the driver asks for no last row's id after an insert. */
    private static Properties driver() {
        Properties driver = new Properties();
        driver.setProperty("jdbc.get_generated_keys", "false");
        return driver;
    }

    /**
     * Runs so many invocations, or fewer: it ends when it has taken as long as it may.
     *
     * @return invocations in a second
     */
    double slice(int most, long mostNanos, BooleanSupplier goesOn) throws SQLException {
        long start = SystemTime.ticker().nanos();
        long elapsed = 0;
        int pairs = 0;
        while (pairs < most && (pairs < LEAST || elapsed < mostNanos) && goesOn.getAsBoolean()) {
            long first = key + 1;
            write(0, intent, request);
            write(first, outcome, response);
            pairs++;
            elapsed = SystemTime.ticker().nanos() - start;
        }
        return Rates.perSecond(pairs, elapsed);
    }

    /** Each row is a transaction by itself. */
    private void write(long previous, byte[] body, byte[] payload) throws SQLException {
        insert.setLong(1, ++key);
        insert.setLong(2, previous);
        insert.setBytes(3, body);
        insert.setBytes(4, payload);
        insert.executeUpdate();
        pause.afterForce();
    }

    @Override
    public void close() throws SQLException {
        insert.close();
        connection.close();
    }
}
