// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.bench.peer;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * What somebody would write without a runtime: a row committed before the effect, a row committed after it, one connection with a lock
 * around it. The same database with the same settings as ours, growing keys, rows as large as our two records; no digests, no limits, no
 * owner. After a crash it sends again what has no second row: it cannot know better. Thread-safe.
 */
final class NaiveLoop implements Peer {
    private static final List<String> SETTINGS = List.of("locking_mode = normal", "journal_mode = wal", "synchronous = full",
            "wal_autocheckpoint = 1000", "journal_size_limit = 4194304", "fullfsync = 1", "checkpoint_fullfsync = 1", "mmap_size = 0",
            "trusted_schema = 0", "cell_size_check = 1", "secure_delete = 1");

    private final Connection connection;
    private final PreparedStatement insert;
    private final Pause pause;
    private final Effect effect;
    private long key;

    NaiveLoop(Place place, Effect effect) throws SQLException {
        this.effect = effect;
        this.pause = new Pause(place.forceDelay());
        String file = place.directory().resolve("naive.db").toUri().toASCIIString();
        this.connection = DriverManager.getConnection("jdbc:sqlite:" + file, driver());
        try (Statement statement = connection.createStatement()) {
            for (String setting : SETTINGS) {
                statement.execute("pragma " + setting);
            }
            statement.execute("create table if not exists attempt(key integer primary key, invocation integer not null,"
                    + " intent integer, body blob not null) strict");
            try (ResultSet highest = statement.executeQuery("select coalesce(max(key), 0) from attempt")) {
                key = highest.getLong(1);
            }
        }
        this.insert = connection.prepareStatement("insert into attempt(key, invocation, intent, body) values (?, ?, ?, ?)");
    }

    /** As the runtime's: the driver asks for no last row's id after an insert. */
    private static Properties driver() {
        Properties driver = new Properties();
        driver.setProperty("jdbc.get_generated_keys", "false");
        return driver;
    }

    @Override
    public void run(long number) throws SQLException {
        long intent = write(number, 0, Sizes.INTENT_BYTES);
        effect.happen(number);
        write(number, intent, Sizes.OUTCOME_BYTES);
    }

    /** Each row is a transaction by itself. */
    private synchronized long write(long number, long intent, int bytes) throws SQLException {
        insert.setLong(1, ++key);
        insert.setLong(2, number);
        insert.setLong(3, intent);
        insert.setBytes(4, new byte[bytes]);
        insert.executeUpdate();
        pause.afterForce();
        return key;
    }

    @Override
    public List<Long> recover() throws SQLException {
        List<long[]> left = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select key, invocation from attempt as intent where intent.intent = 0"
                        + " and key not in (select intent from attempt)")) {
            while (rows.next()) {
                left.add(new long[] {rows.getLong(1), rows.getLong(2)});
            }
        }
        for (long[] each : left) {
            effect.happen(each[1]);
            write(each[1], each[0], Sizes.OUTCOME_BYTES);
        }
        return List.of();
    }

    @Override
    public void close() throws SQLException {
        insert.close();
        connection.close();
    }
}
