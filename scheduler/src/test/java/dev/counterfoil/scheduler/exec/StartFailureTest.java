// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.exec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.journal.record.OutcomeReason;
import dev.counterfoil.scheduler.dispatch.Answer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StartFailureTest {
    private static final ProgramFile NONE = new ProgramFile(Optional.empty());
    private static final ProgramFile SOME = new ProgramFile(Optional.of(Path.of("some")));

    private static IOException failure(String cause) {
        return new IOException("Cannot run program \"error=2, \": " + cause, new IOException(cause));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "error=2, No such file or directory | NOT_DISPATCHED | COMMAND_MISSING",
        "Exec failed, error: 2 (No such file or directory)  | NOT_DISPATCHED | COMMAND_MISSING",
        "error=20, Not a directory | NOT_DISPATCHED | COMMAND_MISSING",
        "error=13, Permission denied | NOT_DISPATCHED | COMMAND_NOT_EXECUTABLE",
        "error=8, Exec format error | NOT_DISPATCHED | COMMAND_NOT_EXECUTABLE",
        "error=7, Argument list too long | NOT_DISPATCHED | COMMAND_NOT_EXECUTABLE",
        "error=11, Resource temporarily unavailable | NOT_DISPATCHED | EXCEPTION",
        "fork failed, error: 12 (Cannot allocate memory)  | NOT_DISPATCHED | EXCEPTION",
        "posix_spawn failed, error: 24 (Too many open files)  | NOT_DISPATCHED | EXCEPTION",
        "error=26, Text file busy | NOT_DISPATCHED | EXCEPTION",
        "error=0, Failed to exec spawn helper: pid: 7, exit value: 1 | UNCERTAIN | EXCEPTION",
        "error=5, Input/output error | UNCERTAIN | EXCEPTION",
        "Bad code from spawn helper (error: 2 ) | UNCERTAIN | EXCEPTION",
        "Stream closed | UNCERTAIN | EXCEPTION"
    })
    void only_what_surely_came_before_the_program_is_not_dispatched(String cause, OutcomeClass known, OutcomeReason reason) {
        Answer answer = StartFailure.of(failure(cause)).answer(NONE);
        assertEquals(known, answer.outcomeClass());
        assertEquals(Optional.of(reason), answer.reason());
    }

    @Test
    void a_failure_without_a_cause_is_uncertain_whatever_its_message_says() {
        Answer answer = StartFailure.of(new IOException("Cannot run program \"error=2, \": broken")).answer(NONE);
        assertEquals(Answer.uncertain().because(OutcomeReason.EXCEPTION), answer);
    }

    @Test
    void a_file_that_is_there_is_not_missing() {
        Answer answer = StartFailure.of(failure("error=2, No such file or directory")).answer(SOME);
        assertEquals(Answer.notDispatched(OutcomeReason.COMMAND_NOT_EXECUTABLE), answer);
    }

    @Test
    void a_program_is_found_in_the_order_of_the_search_path(@TempDir Path directory) throws IOException {
        Path first = Files.createDirectories(directory.resolve("first/p"));
        Path plain = Files.createFile(Files.createDirectories(directory.resolve("second")).resolve("p"));
        Path third = Workshop.executable(Files.createFile(Files.createDirectories(directory.resolve("third")).resolve("p")));
        String path = String.join(":", "/none", first.getParent().toString(), plain.getParent().toString(), third.getParent().toString());
        assertEquals(Optional.of(third), ProgramFile.of("p", Optional.of(path)).file());
        assertEquals(Optional.of(Path.of("/bin/sh")), ProgramFile.of("sh", Optional.empty()).file());
        assertEquals(Optional.empty(), ProgramFile.of("p", Optional.of("")).file());
        assertEquals(Optional.empty(), ProgramFile.of(plain.toString(), Optional.of(path)).file());
    }

    @Test
    void a_format_is_foreign_only_where_it_is_sure_to_be() {
        byte[] ours = elf(62);
        assertFalse(foreign(ours, ours));
        assertFalse(foreign(elf(3), ours));
        assertTrue(foreign(elf(183), ours));
        assertTrue(foreign(elf(62), elf(3)));
        assertTrue(foreign(Arrays.copyOf(ours, 40), ours));
        assertTrue(foreign(new byte[0], ours));
        assertTrue(foreign(new byte[] {'a', 0}, ours));
        for (String text : List.of("#!/bin/sh\n", "#!\0", "echo\n", "é")) {
            assertFalse(foreign(text.getBytes(StandardCharsets.UTF_8), ours), text);
        }
        assertFalse(foreign(new byte[0], new byte[] {'M', 'Z'}), "nothing is known of a system without ELF");
        assertFalse(ProgramFile.isForeign(Optional.empty(), Optional.of(ours)), "nothing is known of a file that cannot be read");
    }

    private static boolean foreign(byte[] head, byte[] ours) {
        return ProgramFile.isForeign(Optional.of(head), Optional.of(ours));
    }

    private static byte[] elf(int machine) {
        byte[] header = Arrays.copyOf(new byte[] {0x7f, 'E', 'L', 'F', 2, 1}, 64);
        header[18] = (byte) machine;
        return header;
    }
}
