// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.sqlite;

import dev.counterfoil.receiver.database.ReceiverTables;
import dev.counterfoil.receiver.failure.ReceiverException;
import dev.counterfoil.receiver.failure.ReceiverProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Whose file it is: two numbers in its first page, there since it got its name. They are read without a lock and without looking at what
 * lies beside the file or behind its first page, so a file of something else stays as it is.
 */
final class FileMarks {
    /** {@code application_id}, at offset 68 of the file: ASCII {@code CfR1}. */
    static final int APPLICATION_ID = 0x43665231;

    private FileMarks() {}

    /**
     * Checks both.
     *
     * @throws ReceiverException where there is no file, or it is of something else or of another version
     */
    static void require(Path path) throws IOException {
        if (!Files.exists(path)) {
            throw new ReceiverException(ReceiverProblem.MISSING, path.toString(), "there is no such file; check the path");
        }
        if (!Files.isRegularFile(path) || Files.size(path) == 0) {
            throw foreign(path);
        }
        try (Connection connection = SqliteLink.immutableSource(path).getConnection()) {
            // Where a copy of the log into the file was cut short, the file is shorter than its first page says, and the log has the rest.
            // This lets the page be read all the same; what is damaged in earnest shows when the file is opened with its log.
            SqliteLink.execute(connection, "pragma writable_schema = on");
            require(path, SqliteLink.text(connection, "pragma application_id"), SqliteLink.text(connection, "pragma user_version"));
        } catch (SQLException e) {
            throw SqliteLink.failed(path, e);
        }
    }

    private static void require(Path path, String applicationId, String version) {
        if (!applicationId.equals(Integer.toString(APPLICATION_ID))) {
            throw foreign(path);
        }
        if (!version.equals(Long.toString(ReceiverTables.VERSION))) {
            throw new ReceiverException(ReceiverProblem.OTHER_VERSION, path.toString(), "it has version " + version
                    + ", this program knows " + ReceiverTables.VERSION + "; use one that knows it");
        }
    }

    private static ReceiverException foreign(Path path) {
        return new ReceiverException(ReceiverProblem.NOT_A_RECEIVER, path.toString(), "it is a file of something else; check the path");
    }
}
