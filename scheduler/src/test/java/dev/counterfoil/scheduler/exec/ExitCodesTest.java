// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.exec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.counterfoil.journal.record.OutcomeClass;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExitCodesTest {
    @ParameterizedTest
    @ValueSource(ints = {0, -1, 256, 129, 137, 143, 192})
    void a_code_that_is_none_or_success_or_a_signal_is_in_no_list(int code) {
        for (int list = 0; list < 3; list++) {
            List<Set<Integer>> lists = List.of(list == 0 ? Set.of(code) : Set.of(), list == 1 ? Set.of(code) : Set.of(),
                    list == 2 ? Set.of(code) : Set.of());
            assertThrows(IllegalArgumentException.class, () -> ExitCodes.of(lists.get(0), lists.get(1), lists.get(2)));
        }
    }

    @Test
    void a_code_has_one_meaning() {
        assertThrows(IllegalArgumentException.class, () -> ExitCodes.of(Set.of(64), Set.of(64), Set.of()));
        assertThrows(IllegalArgumentException.class, () -> ExitCodes.of(Set.of(64), Set.of(), Set.of(64)));
        assertThrows(IllegalArgumentException.class, () -> ExitCodes.of(Set.of(), Set.of(64), Set.of(64)));
    }

    @Test
    void every_other_code_may_be_listed() {
        for (int code = 1; code <= 255; code++) {
            if (code < 129 || code > 192) {
                assertEquals(Optional.of(OutcomeClass.REJECTED_PERMANENTLY), ExitCodes.of(Set.of(), Set.of(), Set.of(code)).meaning(code));
            }
            assertEquals(Optional.empty(), ExitCodes.UNDECLARED.meaning(code));
        }
    }

    @Test
    void a_later_change_of_a_list_changes_nothing() {
        TreeSet<Integer> list = new TreeSet<>(Set.of(75));
        ExitCodes codes = new ExitCodes(new TreeSet<>(), list, new TreeSet<>());
        list.add(76);
        assertEquals(Optional.empty(), codes.meaning(76));
        assertThrows(UnsupportedOperationException.class, () -> codes.retryable().add(76));
    }

    @Test
    void a_command_is_a_program_without_a_nul() {
        assertThrows(IllegalArgumentException.class, () -> ExecCommand.of(List.of()));
        assertThrows(IllegalArgumentException.class, () -> ExecCommand.of(List.of("")));
        assertThrows(IllegalArgumentException.class, () -> ExecCommand.of(List.of("a", "b\0c")));
    }

    @Test
    void only_a_relative_program_with_a_slash_is_made_absolute() {
        Path directory = Path.of("/srv/spec");
        assertEquals(List.of("/srv/spec/./provider.sh", "./x"), ExecCommand.of(List.of("./provider.sh", "./x")).in(directory).command());
        assertEquals(List.of("/srv/spec/bin/p"), ExecCommand.of(List.of("bin/p")).in(directory).command());
        assertEquals(List.of("cat", "a/b"), ExecCommand.of(List.of("cat", "a/b")).in(directory).command());
        assertEquals(List.of("/bin/cat"), ExecCommand.of(List.of("/bin/cat")).in(directory).command());
        String here = Path.of("").toAbsolutePath().toString();
        assertEquals(List.of(here + "/b/p"), ExecCommand.of(List.of("b/p")).in(Path.of("")).command());
    }
}
