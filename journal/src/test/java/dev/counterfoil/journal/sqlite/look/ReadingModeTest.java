// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.look;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.counterfoil.journal.sqlite.look.ReadingMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which way of reading does no harm. */
final class ReadingModeTest {
    @ParameterizedTest
    @CsvSource({
        // wal bytes, shm, directory writable, open in this process -> mode
        "0, false, true, false, ALONE", "0, true, true, false, ALONE", "0, false, false, false, ALONE", "0, true, true, true, ALONE",
        "9, true, true, false, BESIDE_WRITERS", "9, true, true, true, BESIDE_WRITERS", "9, true, false, true, BESIDE_WRITERS",
        "9, false, true, true, BESIDE_WRITERS",
        "9, false, true, false, COPY", "9, true, false, false, COPY", "9, false, false, false, COPY"})
    void the_way_of_reading_follows_from_what_lies_beside_the_journal(long wal, boolean shm, boolean writable, boolean open, String mode) {
        assertEquals(ReadingMode.valueOf(mode), ReadingMode.of(new ReadingMode.Surroundings(wal, shm, writable, open)));
    }
}
