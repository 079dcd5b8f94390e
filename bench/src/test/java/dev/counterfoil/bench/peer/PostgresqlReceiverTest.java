// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.bench.peer;

import com.zaxxer.hikari.HikariDataSource;
import dev.counterfoil.fixtures.receiver.ReceiverContract;
import dev.counterfoil.receiver.Receiver;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** The receiver's contract on PostgreSQL, over a pool, in two of its isolation levels. */
final class PostgresqlReceiverTest {
    @TempDir
    private static Path directory;

    private static PostgresServer server;

    @BeforeAll
    static void start() throws IOException, SQLException {
        server = new PostgresServer(directory);
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    private static HikariDataSource installed(String isolation) throws SQLException {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(server.database());
        pool.setTransactionIsolation(isolation);
        pool.setMaximumPoolSize(16);
        pool.setMinimumIdle(0);
        Receiver.install(pool);
        return pool;
    }

    @Nested
    final class ReadCommitted implements ReceiverContract {
        private HikariDataSource pool;

        @BeforeEach
        void install() throws SQLException {
            pool = installed("TRANSACTION_READ_COMMITTED");
        }

        @AfterEach
        void close() {
            pool.close();
        }

        @Override
        public DataSource source() {
            return pool;
        }
    }

    @Nested
    final class Serializable implements ReceiverContract {
        private HikariDataSource pool;

        @BeforeEach
        void install() throws SQLException {
            pool = installed("TRANSACTION_SERIALIZABLE");
        }

        @AfterEach
        void close() {
            pool.close();
        }

        @Override
        public DataSource source() {
            return pool;
        }
    }
}
