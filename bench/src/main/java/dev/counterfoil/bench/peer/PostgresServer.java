// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.bench.peer;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A PostgreSQL of its own, as durable as it is out of the box: the embedding library would switch its forces off. Thread-safe.
 */
public final class PostgresServer implements AutoCloseable {
    /** What makes a commit durable, and must be so. */
    private static final Map<String, String> DURABLE =
            Map.of("fsync", "on", "synchronous_commit", "on", "full_page_writes", "on");

    private final Path data;
    private final EmbeddedPostgres server;
    private final AtomicInteger databases = new AtomicInteger();

    /**
     * Starts it.
     *
     * @param directory for its files, on the disk that is measured
     * @throws IOException where it does not start
     * @throws SQLException where it cannot be asked how it is set
     */
    public PostgresServer(Path directory) throws IOException, SQLException {
        data = directory.resolve("postgres-data");
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                .setOverrideWorkingDirectory(directory.resolve("postgres-binaries").toFile())
                .setDataDirectory(data)
                .setCleanDataDirectory(true);
        DURABLE.forEach(builder::setServerConfig);
        server = builder.start();
        try (Connection connection = server.getPostgresDatabase().getConnection(); Statement statement = connection.createStatement()) {
            for (Map.Entry<String, String> setting : DURABLE.entrySet()) {
                try (ResultSet found = statement.executeQuery("show " + setting.getKey())) {
                    found.next();
                    if (!found.getString(1).equals(setting.getValue())) {
                        throw new IllegalStateException(setting.getKey() + " is " + found.getString(1));
                    }
                }
            }
        }
    }

    /**
     * A new empty database.
     *
     * @return its address
     * @throws SQLException where it cannot be made
     */
    public String database() throws SQLException {
        String name = "bench" + databases.incrementAndGet();
        try (Connection connection = server.getPostgresDatabase().getConnection(); Statement statement = connection.createStatement()) {
            statement.execute("create database " + name);
        }
        return server.getJdbcUrl("postgres", name);
    }

    /**
     * The process above all of its processes.
     *
     * @return the server
     * @throws IOException where its file is not there
     */
    public ProcessHandle process() throws IOException {
        String pid = Files.readAllLines(data.resolve("postmaster.pid")).get(0).strip();
        return ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
