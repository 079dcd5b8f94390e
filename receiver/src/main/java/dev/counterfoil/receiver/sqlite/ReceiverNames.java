// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.sqlite;

import dev.counterfoil.receiver.failure.ReceiverException;
import dev.counterfoil.receiver.failure.ReceiverProblem;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Names that no receiver's file may have: SQLite takes {@code NAME-wal}, {@code NAME-shm} and {@code NAME-journal} for its own files beside
 * the database NAME; {@code NAME.new-} and 16 hexadecimal digits is one in the making. Immutable.
 */
final class ReceiverNames {
    private static final int NAME_BYTES = 255;
    private static final int BESIDE_BYTES = ".new-0123456789abcdef-journal".length();
    private static final Pattern RESERVED = Pattern.compile("-(wal|shm|journal)\\z|\\.new-[0-9a-f]{16}\\z");

    private ReceiverNames() {}

    /**
     * Refuses a name that will not do.
     *
     * @throws ReceiverException where it will not
     */
    static void require(Path path) {
        String last = Optional.ofNullable(path.getFileName()).map(Path::toString).orElse("");
        if (last.getBytes(StandardCharsets.UTF_8).length > NAME_BYTES - BESIDE_BYTES) {
            throw new ReceiverException(ReceiverProblem.UNFIT_NAME, path.toString(), "with more than " + (NAME_BYTES - BESIDE_BYTES)
                    + " bytes in its name the files beside it get none; give a shorter name");
        }
        if (last.isEmpty() || RESERVED.matcher(last).find()) {
            throw new ReceiverException(ReceiverProblem.UNFIT_NAME, path.toString(), "that is the name of a file beside a database; give"
                    + " another name");
        }
    }
}
