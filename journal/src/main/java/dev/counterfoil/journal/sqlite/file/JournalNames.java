// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.file;

import dev.counterfoil.journal.store.StoreException;
import dev.counterfoil.journal.store.StoreProblem;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Names that no journal and no backup may have: those of files beside a database, and those too long for such files. SQLite gives
 * {@code NAME-wal}, {@code NAME-shm} and {@code NAME-journal} to files beside the database NAME, and takes whatever lies there for its own:
 * the next writer of NAME would overwrite or remove it. {@code NAME.new-} and 16 hexadecimal digits is a file in the making, which people
 * may remove as a leftover.
 */
final class JournalNames {
    /** Of Linux's file systems. */
    private static final int NAME_BYTES = 255;

    /** The longest of them: a file in the making, with what lies beside it. */
    private static final int BESIDE_BYTES = ".new-0123456789abcdef-journal".length();

    private static final Pattern RESERVED = Pattern.compile("-(wal|shm|journal)\\z|\\.new-[0-9a-f]{16}\\z");

    private JournalNames() {}

    /**
     * Refuses a name that will not do, before anything is opened or made under it.
     *
     * @param name as it was given, or as it is without symbolic links: SQLite finds a link beside its database too
     * @throws StoreException where no journal may have it
     */
    static void require(Path name) {
        String last = Optional.ofNullable(name.getFileName()).map(Path::toString).orElse("");
        int bytes = last.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > NAME_BYTES - BESIDE_BYTES) {
            throw new StoreException(StoreProblem.UNFIT_NAME, name.toString(), "the name is too long: it has " + bytes + " bytes, and with"
                    + " more than " + (NAME_BYTES - BESIDE_BYTES) + " the files beside it get none; give a shorter name");
        }
        if (RESERVED.matcher(last).find()) {
            throw new StoreException(StoreProblem.UNFIT_NAME, name.toString(), "a name that ends in -wal, -shm or -journal, or in .new-"
                    + " and 16 digits, is that of a file beside a database, and whatever has it is written over or removed as such;"
                    + " give another name");
        }
    }
}
