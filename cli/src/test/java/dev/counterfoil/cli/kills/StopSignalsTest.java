// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.cli.kills.CommandProcess.Ran;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Signals to the real command while its provider stands still just before its effect. */
@Tag("once")
class StopSignalsTest {
    private static final KillCase CASE = new KillCase(
            "signals", 1, List.of(new KillCase.Plan("held", KillCase.Doubt.STRICT, List.of(Behaviour.OK))), List.of());
    private static final long HEARD_MILLIS = 1_500;
    private static final long SECOND_SIGNAL_MILLIS = 20_000;

    @TempDir
    private Path directory;

    private Path spec;

    @BeforeEach
    void theProvider() throws Exception {
        spec = Files.writeString(directory.resolve("spec.jsonl"), CASE.spec(directory, ScriptedProvider.installed(directory)));
    }

    @ParameterizedTest
    @CsvSource({"TERM,143", "INT,130"})
    void after_a_signal_the_running_attempt_may_finish_and_the_exit_names_the_signal(String signal, int exit) throws Exception {
        try (Pauses pauses = new Pauses(directory); CommandProcess process = atTheEffect(pauses)) {
            process.signal(signal);
            assertFalse(process.endsWithin(HEARD_MILLIS), "it waits for the attempt");
            pauses.goOn();
            Ran ran = process.await();
            assertEquals(exit, ran.exit());
            assertEquals(List.of("held 0"), effects());
            assertTrue(ran.events().stream().anyMatch(event -> event.is("class", "completed_with_response")), ran.toString());
        }
        assertEquals(0, again().exit());
        assertEquals(List.of("held 0"), effects());
    }

    @Test
    void a_second_signal_ends_the_attempt_which_stays_uncertain() throws Exception {
        try (Pauses pauses = new Pauses(directory); CommandProcess process = atTheEffect(pauses)) {
            process.signal("TERM");
            // Two signals at once may be one to the process; the second is sent again where it was not heard.
            do {
                process.signal("TERM");
            } while (!process.endsWithin(SECOND_SIGNAL_MILLIS));
            assertEquals(143, process.await().exit());
            assertTrue(process.isGroupGone(), "the provider outlived the command");
        }
        uncertainWithoutEffect();
    }

    @Test
    void after_the_grace_the_attempt_is_ended_and_stays_uncertain() throws Exception {
        try (Pauses pauses = new Pauses(directory); CommandProcess process = atTheEffect(pauses, "--grace", "300ms")) {
            process.signal("TERM");
            assertEquals(143, process.await().exit());
            assertTrue(process.isGroupGone(), "the provider outlived the command");
        }
        uncertainWithoutEffect();
    }

    private void uncertainWithoutEffect() throws Exception {
        Ran again = again();
        assertEquals(4, again.exit());
        assertTrue(again.results().get(0).is("status", "uncertain"), again.toString());
        assertEquals(List.of(), effects());
    }

    private CommandProcess atTheEffect(Pauses pauses, String... options) throws Exception {
        pauses.ask(ScriptedProvider.BEFORE);
        List<String> arguments = new ArrayList<>(arguments());
        arguments.addAll(List.of(options));
        CommandProcess process = CommandProcess.start(directory, arguments, line -> { });
        process.onExit().thenRun(() -> pauses.say("ended"));
        assertEquals("before held 0", pauses.next());
        return process;
    }

    private List<String> arguments() {
        return List.of("run", "--journal", directory.resolve("j.db").toString(), "--spec", spec.toString(), "--events");
    }

    private Ran again() throws Exception {
        try (CommandProcess process = CommandProcess.start(directory, arguments(), line -> { })) {
            return process.await();
        }
    }

    private List<String> effects() throws Exception {
        return Files.readAllLines(directory.resolve("effects"));
    }
}
