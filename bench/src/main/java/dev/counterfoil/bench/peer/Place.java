// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.bench.peer;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Where a peer keeps what it keeps. Immutable.
 *
 * @param directory for files; exists
 * @param forceDelay what each force takes longer than this disk needs; zero for the disk as it is
 * @param database address of a database for who needs one
 * @param server whose processor time counts for who uses that database
 */
public record Place(Path directory, Duration forceDelay, Optional<String> database, Optional<ProcessHandle> server) {
    /**
     * A place of files alone.
     *
     * @param directory for files; exists
     * @param forceDelay what each force takes longer
     * @return the place
     */
    public static Place of(Path directory, Duration forceDelay) {
        return new Place(directory, forceDelay, Optional.empty(), Optional.empty());
    }
}
