// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.exec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.EvidenceKind;
import dev.counterfoil.journal.record.FailureCategory;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.journal.record.OutcomeReason;
import dev.counterfoil.scheduler.dispatch.Answer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ExecDispatcherTest {
    private static final int MIB = 1 << 20;
    private static final ExitCodes CODES = ExitCodes.of(Set.of(64, 65), Set.of(75), Set.of(77, 255));

    @TempDir
    private Path directory;
    private Workshop workshop;

    @BeforeEach
    void open() {
        workshop = new Workshop(directory);
    }

    @AfterEach
    void nothing_is_left() throws IOException {
        workshop.assertNothingIsLeft();
    }

    @Test
    void who_does_not_own_the_invocation_any_more_starts_nothing() throws Exception {
        ExecCommand command = workshop.command("echo started >> \"$1/started\"");
        Answer answer = workshop.dispatcher(command).dispatch(Call.PLAIN.dispatch(() -> false));
        assertEquals(Answer.notDispatched(OutcomeReason.LEASE_TOO_OLD), answer);
        assertFalse(Files.exists(workshop.root().resolve("started")));
    }

    @Test
    void the_request_goes_to_stdin_and_stdout_is_the_response() throws IOException {
        byte[] request = new byte[MIB];
        new Random(17).nextBytes(request);
        Answer answer = workshop.answer(workshop.command("cat"), Call.PLAIN.request(Bytes.of(request)));
        assertEquals(Answer.completed(Bytes.of(request)), answer);
    }

    @Test
    void a_command_that_is_given_nothing_reads_the_end_at_once() throws IOException {
        ExecCommand command = workshop.command("cat; echo end").stdin(ExecCommand.Stdin.NOTHING);
        assertEquals(Answer.completed("end\n"), workshop.answer(command, Call.PLAIN.request(Bytes.utf8("request"))));
    }

    @Test
    void a_command_that_does_not_read_its_request_is_no_failure() throws IOException {
        Answer answer = workshop.answer(workshop.command("echo done"), Call.PLAIN.request(Bytes.of(new byte[MIB])));
        assertEquals(Answer.completed("done\n"), answer);
    }

    @Test
    void stderr_is_no_part_of_the_response() throws IOException {
        assertEquals(Answer.completed("out\n"), workshop.answer(workshop.command("echo err >&2; echo out")));
    }

    @ParameterizedTest
    @CsvSource({
        "64, REJECTED_BEFORE_PROCESSING, EXIT_CODE", "65, REJECTED_BEFORE_PROCESSING, EXIT_CODE",
        "75, PROVIDER_REPORTED_RETRYABLE, EXIT_CODE", "77, REJECTED_PERMANENTLY, EXIT_CODE", "255, REJECTED_PERMANENTLY, EXIT_CODE",
        "1, UNCERTAIN, EXIT_CODE", "66, UNCERTAIN, EXIT_CODE", "126, UNCERTAIN, EXIT_CODE", "127, UNCERTAIN, EXIT_CODE",
        "128, UNCERTAIN, EXIT_CODE", "193, UNCERTAIN, EXIT_CODE", "254, UNCERTAIN, EXIT_CODE"
    })
    void an_exit_code_means_what_its_list_says_and_nothing_otherwise(int code, OutcomeClass known, OutcomeReason reason)
            throws IOException {
        Answer answer = workshop.answer(workshop.command("echo text; exit " + code).exitCodes(CODES));
        assertEquals(known, answer.outcomeClass());
        assertEquals(Optional.of(reason), answer.reason());
        assertEquals(Optional.empty(), answer.category());
        assertEquals(known == OutcomeClass.UNCERTAIN ? written("text\n") : List.of(), answer.findings());
    }

    /** What is kept of a response that cannot be used. */
    private static List<Answer.Finding> written(String text) {
        return List.of(new Answer.Finding(EvidenceKind.UNUSABLE_RESPONSE, Workshop.observed(text)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"KILL", "TERM", "SEGV", "ABRT"})
    void a_process_that_a_signal_ends_is_uncertain(String signal) throws IOException {
        Answer answer = workshop.answer(workshop.command("echo text; kill -" + signal + " $$").exitCodes(CODES));
        Answer.Finding written = written("text\n").get(0);
        assertEquals(Answer.uncertain().because(OutcomeReason.SIGNAL).keeping(written.what(), written.content()), answer);
    }

    @Test
    void a_response_may_have_exactly_its_bound() throws IOException {
        Answer answer = workshop.answer(workshop.command("head -c " + MIB + " /dev/zero"), Call.PLAIN.responseBytes(MIB));
        assertEquals(Answer.completed(Bytes.of(new byte[MIB])), answer);
    }

    @Test
    void a_response_may_be_empty_and_its_bound_0() throws IOException {
        assertEquals(Answer.completed(Bytes.EMPTY), workshop.answer(workshop.command("exit 0"), Call.PLAIN.responseBytes(0)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"head -c 1048577 /dev/zero", "head -c 1048577 /dev/zero; exit 75", "cat /dev/zero",
        "head -c 2000000 /dev/zero; sleep 1000"})
    void a_response_over_its_bound_is_uncertain_whatever_the_process_does_then(String line) throws IOException {
        Answer answer = workshop.answer(workshop.command(line).exitCodes(CODES), Call.PLAIN.responseBytes(MIB));
        Answer expected = Answer.uncertain().category(FailureCategory.MALFORMED_RESPONSE).because(OutcomeReason.RESPONSE_TOO_LARGE)
                .keeping(EvidenceKind.UNUSABLE_RESPONSE, Bytes.of(new byte[Bounds.EVIDENCE_BYTES]));
        assertEquals(expected, answer);
    }

    @Test
    void a_background_process_that_holds_stdout_does_not_hold_the_attempt() throws IOException {
        Answer answer = workshop.answer(workshop.command("sleep 1000 &", "echo $! > $1/background", "echo done"));
        ProcessHandle background = Workshop.process(Files.readString(directory.resolve("background")));
        boolean alive = background.isAlive();
        background.destroyForcibly();
        assertTrue(alive, "it is left alone");
        assertEquals(Answer.completed("done\n"), answer);
    }

    @Test
    void a_command_that_is_not_there_was_never_dispatched() {
        Answer missing = Answer.notDispatched(OutcomeReason.COMMAND_MISSING);
        assertEquals(missing, workshop.answer(ExecCommand.of(List.of("counterfoil-no-such-command"))));
        assertEquals(missing, workshop.answer(ExecCommand.of(List.of(directory.resolve("none.sh").toString()))));
        assertEquals(missing, workshop.answer(ExecCommand.of(List.of("/bin/sh/none"))));
        assertEquals(missing, workshop.answer(ExecCommand.of(List.of("/" + "x".repeat(5_000)))));
    }

    @Test
    void a_command_that_cannot_be_executed_was_never_dispatched() throws IOException {
        Path plain = Files.writeString(directory.resolve("plain"), "#!/bin/sh\n");
        Path orphan = Files.writeString(directory.resolve("orphan"), "#!/no/such/interpreter\n");
        Path binary = Files.write(directory.resolve("binary"), new byte[] {'M', 'Z', 0, 1, 2});
        Path empty = Files.createFile(directory.resolve("empty"));
        Path foreign = directory.resolve("foreign");
        byte[] elf = Files.readAllBytes(Path.of("/proc/self/exe").toRealPath());
        elf[18] ^= 0x55;
        Files.write(foreign, elf);
        List.of(orphan, binary, empty, foreign).forEach(Workshop::executable);
        for (Path each : List.of(plain, orphan, binary, empty, foreign, directory)) {
            Answer answer = workshop.answer(ExecCommand.of(List.of(each.toString())));
            assertEquals(Answer.notDispatched(OutcomeReason.COMMAND_NOT_EXECUTABLE), answer, each.getFileName().toString());
        }
    }

    @Test
    void a_command_with_too_long_an_argument_was_never_dispatched() {
        Answer answer = workshop.answer(ExecCommand.of(List.of("true", "x".repeat(4 * MIB))));
        assertEquals(Answer.notDispatched(OutcomeReason.COMMAND_NOT_EXECUTABLE), answer);
    }

    @Test
    void an_executable_text_without_an_interpreter_is_read_by_the_shell() throws IOException {
        Path text = Workshop.executable(Files.writeString(directory.resolve("text"), "echo shell\n", StandardCharsets.UTF_8));
        assertEquals(Answer.completed("shell\n"), workshop.answer(ExecCommand.of(List.of(text.toString()))));
    }

    @Test
    void arguments_arrive_as_they_are() throws IOException {
        String script = workshop.script("for a in \"$@\"; do printf '<%s>' \"$a\"; done").toString();
        Answer answer = workshop.answer(ExecCommand.of(List.of(script, "a b", "", "$HOME", "*", "\"'", "é日😀")));
        assertEquals(Answer.completed("<a b><><$HOME><*><\"'><é日😀>"), answer);
    }

    @Test
    void without_room_for_a_report_nothing_is_dispatched() throws IOException {
        Path effect = directory.resolve("effect");
        ExecCommand command = workshop.command("touch $1/effect");
        ExecDispatcher dispatcher = new ExecDispatcher(command, (atMost, wake) -> true, directory.resolve("gone"));
        assertEquals(Answer.notDispatched(OutcomeReason.EXCEPTION), dispatcher.dispatch(Call.PLAIN.dispatch()));
        assertFalse(Files.exists(effect));
    }
}
