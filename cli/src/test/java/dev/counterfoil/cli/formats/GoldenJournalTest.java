// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.formats;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.cli.Cli;
import dev.counterfoil.cli.Inside;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Journals that version 1 wrote are read for ever as they were read then. The files are committed; {@code -Dcounterfoil.golden.write=true}
 * makes them anew, which is right until the format is released and never after.
 */
class GoldenJournalTest {
    @TempDir
    private Path directory;

    @BeforeAll
    static void make_them_anew_where_that_was_asked_for(@TempDir Path workshop) throws IOException {
        if (Boolean.getBoolean("counterfoil.golden.write")) {
            GoldenMaker.make(workshop, GoldenFiles.journals());
            for (String name : GoldenMaker.JOURNALS) {
                Path copy = copy(name, Files.createTempDirectory(workshop, "shown"));
                for (Shown shown : Shown.values()) {
                    Files.writeString(GoldenFiles.journals().resolve(shown.file(name)), shown.of(copy).out());
                }
            }
        }
    }

    /** What is printed of a journal, and where it is kept. */
    private enum Shown {
        DUMP("dump.jsonl", "dump", "--payloads", "--format", "jsonl"),
        LIST("list.jsonl", "list", "--format", "json"),
        REPLAY("replay.json", "replay", "--by", "provider", "--format", "json");

        private final String suffix;
        private final List<String> words;

        Shown(String suffix, String... words) {
            this.suffix = suffix;
            this.words = List.of(words);
        }

        String file(String journal) {
            return journal + "." + suffix;
        }

        Cli.Ended of(Path journal) {
            return Inside.run(Stream.concat(Stream.of(words.get(0), journal), words.stream().skip(1)).toArray());
        }
    }

    static Stream<String> journals() {
        return GoldenMaker.JOURNALS.stream();
    }

    @ParameterizedTest
    @MethodSource("journals")
    void a_journal_of_version_1_is_whole_and_shows_what_it_showed_when_it_was_written(String name) throws IOException {
        Path journal = copy(name, directory);
        byte[] before = Files.readAllBytes(journal);
        Cli.Ended verified = Inside.run("verify", journal);
        assertEquals(0, verified.status(), verified::err);
        for (Shown shown : Shown.values()) {
            Path golden = GoldenFiles.journals().resolve(shown.file(name));
            assertEquals(Files.readString(golden, StandardCharsets.UTF_8), shown.of(journal).out(), golden::toString);
        }
        assertArrayEquals(before, Files.readAllBytes(journal), "reading changes nothing");
    }

    @Test
    void the_mixed_journal_has_every_kind_of_record() throws IOException {
        String dump = Files.readString(GoldenFiles.journals().resolve(Shown.DUMP.file("mixed.db")));
        for (String kind : List.of("opening", "intent", "outcome", "verdict", "cancellation", "evidence", "closing")) {
            assertTrue(dump.contains("{\"record\":\"" + kind + "\""), kind);
        }
    }

    @Test
    void a_settled_invocation_of_version_1_is_replayed_and_the_journal_goes_on() throws IOException {
        Path journal = copy("mixed.db", directory);
        Cli.Ended replayed = Inside.run("run", "--journal", journal, "--spec", GoldenMaker.specs(directory));
        assertTrue(replayed.lines().get(0).contains("\"replayed\":true"), replayed.out() + replayed.err());
        assertEquals(4, replayed.status(), "the doubt in it is still one");
        Cli.Ended fresh = Inside.run("run", "--journal", journal, "--id", "later", "--", "true");
        assertEquals(0, fresh.status(), fresh::err);
        assertEquals(0, Inside.run("verify", journal).status());
    }

    private static Path copy(String name, Path to) throws IOException {
        try (Stream<Path> files = Files.list(GoldenFiles.journals())) {
            for (Path file : files.filter(each -> GoldenMaker.isOf(each, name)).toList()) {
                Files.copy(file, to.resolve(file.getFileName().toString()));
            }
        }
        return to.resolve(name);
    }
}
