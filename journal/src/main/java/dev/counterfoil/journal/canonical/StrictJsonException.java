// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.canonical;

import dev.counterfoil.journal.record.JournalException;

/** JSON of a person that cannot be taken. Says what and where; of what was written it shows member names only. Immutable. */
public final class StrictJsonException extends JournalException {
    private final JsonFault fault;
    private final JsonPlace place;

    StrictJsonException(JsonFault fault, JsonPlace place, String detail) {
        super(fault.code() + " at " + place + ": " + detail);
        this.fault = fault;
        this.place = place;
    }

    /**
     * What is wrong.
     *
     * @return the fault
     */
    public JsonFault fault() {
        return fault;
    }

    /**
     * Where.
     *
     * @return the innermost value that was being read
     */
    public JsonPlace place() {
        return place;
    }

    /**
     * Where, as a path.
     *
     * @return as {@code $.limits.max_calls}
     */
    public String path() {
        return place.path();
    }

    /**
     * Where, as a line.
     *
     * @return the line, from 1 or what the reader was told
     */
    public int line() {
        return place.line();
    }
}
