// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite;

import dev.counterfoil.journal.sqlite.file.JournalFile;
import dev.counterfoil.journal.sqlite.file.Link;
import dev.counterfoil.journal.sqlite.file.Publication;
import dev.counterfoil.journal.sqlite.file.SchemaSteps;
import dev.counterfoil.journal.sqlite.file.SqliteFailure;
import dev.counterfoil.journal.sqlite.file.SqliteFormat;
import dev.counterfoil.journal.sqlite.row.JournalRow;
import dev.counterfoil.journal.store.StoreException;
import dev.counterfoil.journal.store.StoreProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;

/**
 * Makes a journal where nothing is: whole, and under its name only when it is ({@link Publication}); where another was faster, that
 * one's stays. Confined.
 */
final class JournalBirth {
    private final Path path;
    private final Publication.Linking linking;

    private JournalBirth(Path path, Publication.Linking linking) {
        this.path = path;
        this.linking = linking;
    }

    /**
     * Makes a journal, or leaves the one that another made meanwhile.
     *
     * @throws StoreException where it cannot be made
     */
    static void makeUnlessThere(Path path, Publication.Linking linking) {
        new JournalBirth(path, linking).make();
    }

    private void make() {
        Path directory = JournalFile.directoryOf(path);
        try (Publication publication = Publication.of(path, linking)) {
            publication.build(Link.Mode.CREATE, JournalBirth::write);
            publication.publish();
        } catch (SQLException e) {
            throw cannot(directory, e);
        } catch (IOException e) {
            throw JournalFile.failed(path, e);
        }
    }

    private StoreException cannot(Path directory, SQLException e) {
        boolean forbidden = SqliteFailure.of(e) == SqliteFailure.CANTOPEN && !Files.isWritable(directory);
        if (forbidden) {
            return new StoreException(StoreProblem.READ_ONLY, path.toString(), "its directory cannot be written", e);
        }
        return SqliteFailure.exception(path, e) instanceof StoreException problem ? problem
                : new StoreException(StoreProblem.IO_FAILED, path.toString(), "a new journal could not be built", e);
    }

    private static void write(Link link) throws SQLException {
        link.execute("pragma application_id = " + SqliteFormat.APPLICATION_ID);
        link.execute("pragma user_version = " + SqliteFormat.FIRST_VERSION);
        for (String statement : SqliteFormat.SCHEMA) {
            link.execute(statement);
        }
        JournalRow.begin(link);
        SchemaSteps.KNOWN.apply(link);
    }
}
