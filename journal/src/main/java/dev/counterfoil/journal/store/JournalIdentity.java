// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.store;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which journal a file is. A copy that was made as a backup keeps the name and is marked; it gets a name of its own when it is restored.
 * Immutable.
 *
 * @param name 32 lower-case hexadecimal digits, random
 * @param mark whether the file is the journal or a backup of it
 */
public record JournalIdentity(String name, Mark mark) {
    private static final Pattern TEXT = Pattern.compile("(backup of )?([0-9a-f]{32})");
    private static final String BACKUP = "backup of ";

    /** What a file is of the journal whose name it has. */
    public enum Mark {
        /** The journal. */
        ORIGINAL,
        /** A copy that may be read and not be written. */
        BACKUP
    }

    /**
     * Checks the name.
     *
     * @throws IllegalArgumentException where it has another form
     */
    public JournalIdentity {
        if (!TEXT.matcher(name).matches() || name.startsWith(BACKUP)) {
            throw new IllegalArgumentException("a journal's name has 32 lower-case hexadecimal digits");
        }
    }

    /**
     * Reads what is stored.
     *
     * @param text what {@link #toString} gave
     * @return the identity; empty where it gave nothing like it
     */
    public static Optional<JournalIdentity> of(String text) {
        Matcher parts = TEXT.matcher(text);
        return parts.matches()
                ? Optional.of(new JournalIdentity(parts.group(2), parts.group(1) == null ? Mark.ORIGINAL : Mark.BACKUP))
                : Optional.empty();
    }

    /**
     * The same name, as a backup bears it.
     *
     * @return the identity of a backup
     */
    public JournalIdentity asBackup() {
        return new JournalIdentity(name, Mark.BACKUP);
    }

    /**
     * Whether the file is a backup.
     *
     * @return true where it may only be read
     */
    public boolean isBackup() {
        return mark == Mark.BACKUP;
    }

    /** As it is stored: the name, or {@code backup of} it. */
    @Override
    public String toString() {
        return isBackup() ? BACKUP + name : name;
    }
}
