// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.bench.receiver;

import dev.counterfoil.bench.peer.Peer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/**
 * The least that could do it, where nothing is ever delivered twice: an effect and a key in one transaction, over connections that stay
 * open, on SQLite with the receiver's settings. Thread-safe: each caller takes a connection that nobody has.
 */
final class BareInserts implements Peer {
    static final int PAYLOAD_BYTES = 256;

    private final SQLiteDataSource source;
    private final Queue<Connection> idle = new ConcurrentLinkedQueue<>();

    BareInserts(Path path) throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setBusyTimeout(10_000);
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        config.enforceForeignKeys(true);
        source = new SQLiteDataSource(config);
        source.setUrl("jdbc:sqlite:" + path);
        try (Connection connection = source.getConnection(); Statement statement = connection.createStatement()) {
            statement.execute("create table effect(effect_id integer primary key autoincrement, payload blob not null)");
            statement.execute("create table dedup(idem_key blob primary key, effect_id integer not null references effect)");
        }
    }

    @Override
    public void run(long number) throws SQLException {
        Connection taken = idle.poll();
        Connection connection = taken == null ? source.getConnection() : taken;
        try (Statement transaction = connection.createStatement();
                PreparedStatement effect = connection.prepareStatement("insert into effect(payload) values (?)");
                PreparedStatement dedup = connection.prepareStatement("insert into dedup values (?, last_insert_rowid())")) {
            // The driver's own commit takes the write lock again at once.
            transaction.execute("begin immediate");
            effect.setBytes(1, new byte[PAYLOAD_BYTES]);
            effect.executeUpdate();
            dedup.setBytes(1, ("op-" + number).getBytes(StandardCharsets.UTF_8));
            dedup.executeUpdate();
            transaction.execute("commit");
        }
        idle.add(connection);
    }

    @Override
    public List<Long> recover() {
        return List.of();
    }

    @Override
    public void close() throws SQLException {
        for (Connection connection = idle.poll(); connection != null; connection = idle.poll()) {
            connection.close();
        }
    }
}
