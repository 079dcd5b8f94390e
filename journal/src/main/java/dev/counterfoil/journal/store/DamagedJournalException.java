// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.store;

import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.JournalException;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A journal that is damaged as a whole, so that nothing in it may be written: its anchor differs, or its bytes cannot be read. Nothing
 * was repaired and nothing written; the file is as it was found. Immutable.
 */
public final class DamagedJournalException extends JournalException {
    private static final long serialVersionUID = 1;

    /** What is wrong; at least one. */
    private final transient List<Damage> damages;

    /** Which journal: a path or an address without secrets. */
    private final String location;

    /**
     * A damaged journal.
     *
     * @param location which journal: a path or an address without secrets
     * @param damages what is wrong, at least one
     * @throws IllegalArgumentException where nothing is wrong
     */
    public DamagedJournalException(String location, List<Damage> damages) {
        super(line(location, damages));
        this.location = location;
        this.damages = List.copyOf(damages);
    }

    /**
     * A damaged journal, with the failure below.
     *
     * @param location which journal: a path or an address without secrets
     * @param damage what is wrong
     * @param cause the failure below
     */
    public DamagedJournalException(String location, Damage damage, Throwable cause) {
        super(line(location, List.of(damage)), cause);
        this.location = location;
        this.damages = List.of(damage);
    }

    /**
     * What is wrong.
     *
     * @return at least one damage
     */
    public List<Damage> damages() {
        return damages;
    }

    /**
     * Which journal.
     *
     * @return a path or an address
     */
    public String location() {
        return location;
    }

    private static String line(String location, List<Damage> damages) {
        if (damages.isEmpty()) {
            throw new IllegalArgumentException("a damaged journal has at least one damage");
        }
        return location + ": " + damages.stream().map(DamagedJournalException::words).collect(Collectors.joining("; "))
                + "; nothing was changed, keep the file and look into it with a dump";
    }

    private static String words(Damage damage) {
        return damage.reason().code() + " at " + damage.where()
                + damage.expected().map(text -> ", expected " + text).orElse("")
                + damage.found().map(text -> ", found " + text).orElse("");
    }
}
