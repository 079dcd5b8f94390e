// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.exec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Contract;
import dev.counterfoil.journal.record.Operation;
import dev.counterfoil.journal.record.OutcomeReason;
import dev.counterfoil.scheduler.dispatch.Answer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ExecEnvironmentTest {
    private static final String PRINT = "env | grep ^COUNTERFOIL_ | grep -v ^COUNTERFOIL_REPORT= | LC_ALL=C sort";
    private static final Operation KEYED =
            new Operation(Contract.RECEIVER_IDEMPOTENT, Optional.of("acme/ordres-é"), Optional.of("ключ=日😀 \"$x\""));

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
    void a_process_is_told_what_it_is_called_for() throws IOException {
        Call call = Call.PLAIN.named("заказ-17 '", 3, "提供者").operation(KEYED)
                .bounds(Optional.of(Instant.ofEpochMilli(1_800_000_000_123L)), Optional.of(Duration.ofNanos(20_000_999_999L)), 1 << 20);
        assertEquals(Answer.completed(String.join("\n", "COUNTERFOIL_DEADLINE_MILLIS=1800000000123", "COUNTERFOIL_INVOCATION=заказ-17 '",
                "COUNTERFOIL_OPERATION_KEY=ключ=日😀 \"$x\"", "COUNTERFOIL_OPERATION_SCOPE=acme/ordres-é", "COUNTERFOIL_ORDINAL=3",
                "COUNTERFOIL_PROVIDER=提供者", "COUNTERFOIL_REMAINING_MILLIS=20000", "")), workshop.answer(workshop.command(PRINT), call));
    }

    @Test
    void a_process_has_our_environment_and_directory() throws IOException {
        String path = new ProcessBuilder().environment().get("PATH");
        String here = Path.of("").toRealPath().toString();
        assertEquals(Answer.completed(path + "\n" + here + "\n"), workshop.answer(workshop.command("echo \"$PATH\"", "pwd -P")));
    }

    @Test
    void variables_that_we_inherited_are_not_handed_on() throws Exception {
        Map<String, String> outer = Map.of("COUNTERFOIL_DEADLINE_MILLIS", "1", "COUNTERFOIL_REMAINING_MILLIS", "2",
                "COUNTERFOIL_OPERATION_SCOPE", "s", "COUNTERFOIL_OPERATION_KEY", "k", "COUNTERFOIL_ORDINAL", "9",
                "COUNTERFOIL_PROVIDER", "p", "COUNTERFOIL_INVOCATION", "i", "COUNTERFOIL_REPORT", "/none", "LC_ALL", "C.UTF-8");
        assertEquals("""
                COMPLETED_WITH_RESPONSE Optional.empty
                COUNTERFOIL_INVOCATION=order-17
                COUNTERFOIL_ORDINAL=0
                COUNTERFOIL_PROVIDER=primary
                """, inAnotherJvm(outer, "order-17"));
    }

    @Test
    void a_name_that_the_locale_cannot_spell_is_not_dispatched() throws Exception {
        assertEquals("NOT_DISPATCHED Optional[" + OutcomeReason.COMMAND_NOT_EXECUTABLE + "]\n",
                inAnotherJvm(Map.of("LC_ALL", "C"), "order-\\u00e9"));
        assertEquals("NOT_DISPATCHED Optional[" + OutcomeReason.COMMAND_NOT_EXECUTABLE + "]\n",
                inAnotherJvm(Map.of("LC_ALL", "C.UTF-8"), "order-17", "\\ud800"));
    }

    @Test
    void a_text_is_spelled_only_where_no_letter_is_lost() {
        assertTrue(ExecDispatcher.canSpell(StandardCharsets.US_ASCII, List.of("", "abc", "?")));
        assertFalse(ExecDispatcher.canSpell(StandardCharsets.US_ASCII, List.of("abc", "é")));
        assertTrue(ExecDispatcher.canSpell(StandardCharsets.ISO_8859_1, List.of("é")));
        assertTrue(ExecDispatcher.canSpell(StandardCharsets.UTF_8, List.of("日😀")));
        assertFalse(ExecDispatcher.canSpell(StandardCharsets.UTF_8, List.of("\ud800")));
    }

    private String inAnotherJvm(Map<String, String> environment, String invocation, String... arguments) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:off", "-Djava.io.tmpdir=" + directory.resolve("reports"), "-XX:-UsePerfData",
                "-cp", System.getProperty("java.class.path"), OtherJvm.class.getName(), invocation, workshop.script(PRINT).toString());
        builder.command().addAll(List.of(arguments));
        builder.environment().putAll(environment);
        Path errors = directory.resolve("errors");
        Process process = builder.redirectError(errors.toFile()).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), Files.readString(errors));
        return text;
    }

    /** A program that makes one call and prints what it knows of it. Arguments are ASCII with Java's own escapes, for any locale. */
    static final class OtherJvm {
        private OtherJvm() {}

        public static void main(String[] arguments) {
            List<String> texts = List.of(arguments).stream().map(OtherJvm::unescape).toList();
            Answer answer = new ExecDispatcher(ExecCommand.of(texts.subList(1, texts.size())))
                    .dispatch(Call.PLAIN.named(texts.get(0), 0, "primary").dispatch());
            String response = answer.response().map(Bytes::utf8).orElse("");
            System.out.print(answer.outcomeClass() + " " + answer.reason() + "\n" + response);
            System.out.flush();
        }

        private static String unescape(String text) {
            int escape = text.indexOf("\\u");
            return escape < 0 ? text : text.substring(0, escape) + (char) Integer.parseInt(text.substring(escape + 2, escape + 6), 16)
                    + unescape(text.substring(escape + 6));
        }
    }
}
