// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.canonical.Mutations;
import dev.counterfoil.journal.record.JournalRecord;
import dev.counterfoil.journal.record.RefusalCode;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The reader that goes straight through says the same as the thorough one, or nothing. */
class ExactReaderTest {
    /** Bytes that it need not know: what is not ASCII, what is escaped, and instants before 1970. */
    private static boolean isRare(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        return text.chars().anyMatch(c -> c < ' ' || c > '~' || c == '\\') || text.contains(":-");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6})
    void every_record_of_a_kind_is_read_straight_through_as_it_was_unless_its_spelling_is_rare(int kind) {
        RecordGenerator generator = new RecordGenerator(100 + kind);
        int plain = 0;
        for (int i = 0; i < 1_000; i++) {
            JournalRecord made = generator.next(kind);
            byte[] bytes = RecordCodec.encode(made);
            Optional<JournalRecord> read = ExactReader.read(bytes);
            assertEquals(isRare(bytes), read.isEmpty(), () -> new String(bytes, StandardCharsets.UTF_8));
            read.ifPresent(record -> assertEquals(made, record));
            plain += read.isPresent() ? 1 : 0;
        }
        assertTrue(plain > 10, "only " + plain + " were plain");
    }

    @Test
    void the_golden_records_are_read_by_both_alike() {
        int plain = 0;
        for (Map.Entry<String, JournalRecord> golden : GoldenRecords.all().entrySet()) {
            byte[] bytes = RecordCodec.encode(golden.getValue());
            Optional<JournalRecord> read = ExactReader.read(bytes);
            assertEquals(isRare(bytes), read.isEmpty(), golden.getKey());
            assertEquals(golden.getValue(), read.orElse(RecordCodec.thorough(bytes).orElseThrow()));
            plain += read.isPresent() ? 1 : 0;
        }
        assertTrue(plain > 7, "only " + plain + " were plain");
    }

    @Test
    void nothing_is_read_straight_through_that_the_thorough_reader_refuses_or_reads_otherwise() {
        int read = 0;
        int refused = 0;
        for (JournalRecord golden : GoldenRecords.all().values()) {
            for (byte[] changed : Mutations.of(RecordCodec.encode(golden))) {
                Optional<JournalRecord> exact = ExactReader.read(changed);
                Optional<JournalRecord> thorough = RecordCodec.thorough(changed).record();
                if (exact.isPresent()) {
                    assertEquals(thorough, exact, () -> new String(changed, StandardCharsets.UTF_8));
                    read++;
                } else {
                    refused++;
                }
            }
        }
        assertTrue(read > 100 && refused > 10 * read, read + " read, " + refused + " refused");
    }

    @Test
    void words_that_begin_alike_or_go_on_are_others() {
        ExactWords<RefusalCode> words = ExactWords.of(RefusalCode.class);
        for (RefusalCode code : RefusalCode.values()) {
            byte[] spelled = ExactCursor.ascii("\"" + code.code() + "\"");
            assertEquals(Optional.of(code), words.find(spelled, 1, spelled.length - 1));
            assertEquals(Optional.empty(), words.find(spelled, 1, spelled.length - 2));
            assertEquals(Optional.empty(), words.find(spelled, 1, spelled.length));
            assertEquals(Optional.empty(), words.find(spelled, 2, 2));
        }
    }
}
