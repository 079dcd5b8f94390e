// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.reported;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.cli.Cli;
import dev.counterfoil.cli.CommandTree;
import dev.counterfoil.cli.Inside;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A54 over the command line: a canary in request, key, arguments, answer, report, stderr, evidence, header, environment and exception;
 * every command that there is, in every format; and everything that it prints and logs. An answer is shown where an answer is asked for,
 * and nowhere else.
 */
final class SecretCommandsTest {
    private static final String CANARY = "canary";
    private static final Pattern ANSWER = Pattern.compile("\"response\":\"canary-response\"|^ +canary-response$");

    @TempDir
    private Path directory;

    private TellingServer server;

    @BeforeEach
    void listen() throws IOException {
        server = TellingServer.start();
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    private SecretTable table() {
        return new SecretTable(directory, server.port());
    }

    /** Runs it, and gives each line that shows a canary. */
    private static List<String> telling(SecretTable.Row row) {
        if (row instanceof SecretTable.Row.Meanwhile meanwhile) {
            meanwhile.does().run();
            return List.of();
        }
        SecretTable.Row.Command command = (SecretTable.Row.Command) row;
        Cli.Ended ended = Inside.runWith(command.stdin(), command.words().toArray());
        assertEquals(command.exit(), ended.status(), () -> command.words() + ended.out() + ended.err());
        return Stream.of(ended.out(), ended.err()).flatMap(String::lines)
                .filter(line -> ANSWER.matcher(line).replaceAll("").contains(CANARY))
                .map(line -> String.join(" ", command.words()) + ": " + line).toList();
    }

    private static List<String> telling(List<SecretTable.Row> rows) {
        List<String> telling = new ArrayList<>();
        rows.forEach(row -> telling.addAll(telling(row)));
        return telling;
    }

    @Test
    void A54_no_command_prints_a_request_key_argument_report_or_evidence_and_an_answer_only_where_it_is_asked_for() {
        List<String> logged;
        try (HeardLogs heard = new HeardLogs()) {
            assertEquals(List.of(), telling(table().rows()));
            logged = heard.lines();
        }
        assertEquals(List.of(), logged.stream().filter(line -> line.contains(CANARY)).toList());
    }

    /** What the parser knows beside what the table looks at: whoever adds a command or a format adds its rows. */
    @Test
    void every_command_and_every_format_of_the_command_line_is_in_the_table() {
        Map<String, Set<String>> looked = new TreeMap<>();
        for (SecretTable.Row row : table().rows()) {
            if (row instanceof SecretTable.Row.Command command) {
                Set<String> formats = looked.computeIfAbsent(CommandTree.of(command.words()), name -> new TreeSet<>());
                int at = command.words().indexOf("--format");
                if (at >= 0) {
                    formats.add(command.words().get(at + 1));
                }
            }
        }
        assertEquals(CommandTree.all(), looked);
    }

    @Test
    void what_was_asked_for_with_payloads_is_shown_in_every_format_so_the_canaries_were_there() throws IOException {
        telling(table().making());
        String journal = directory.resolve("j.db").toString();
        String bytes = bytesOf("j.db");
        SecretTable.KEPT.forEach(canary -> assertTrue(bytes.contains(canary), canary));
        SecretTable.NEVER_KEPT.forEach(canary -> assertFalse(bytes.contains(canary), canary));
        for (String format : List.of("text", "jsonl", "html")) {
            String shown = Inside.run("dump", journal, "--payloads", "--format", format).out();
            for (String canary : List.of("canary-request", "canary-key", "canary-response", "canary-argument", "canary-report",
                    "canary-evidence")) {
                assertTrue(shown.contains(canary), () -> format + " " + canary);
            }
        }
    }

    private String bytesOf(String journal) throws IOException {
        StringBuilder bytes = new StringBuilder();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(each -> each.getFileName().toString().startsWith(journal)).toList()) {
                bytes.append(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
            }
        }
        return bytes.toString();
    }

    /** What an endpoint that fails says is kept nowhere; what a book says is evidence. */
    @Test
    void what_a_book_is_asked_with_and_what_it_says_is_kept_and_shown_with_payloads_only() throws IOException {
        telling(table().asking());
        String bytes = bytesOf(SecretTable.BOOKED);
        SecretTable.KEPT_OF_BOOKS.forEach(canary -> assertTrue(bytes.contains(canary), canary));
        SecretTable.NEVER_KEPT.forEach(canary -> assertFalse(bytes.contains(canary), canary));
        String shown = Inside.run("dump", directory.resolve(SecretTable.BOOKED), "--payloads").out();
        assertTrue(shown.contains("canary-book"), shown);
        assertTrue(shown.contains("tls_failed") && shown.contains("class uncertain"), shown);
    }

    /** The environment is the whole process's: a provider that is given a secret through it leaves no trace of it. */
    @Test
    void a_secret_in_the_environment_reaches_the_provider_and_nothing_else() throws IOException {
        List<String> secret = List.of("env", "TOKEN=canary-environment");
        Cli cli = new Cli(directory);
        Cli.Ended run = cli.runUnder(secret, "run", "--journal", "j.db", "--events", "--id", "one", "--", "sh", "-c",
                "test \"$TOKEN\" = canary-env''ironment && printf reached; echo $TOKEN >&2");
        assertTrue(run.out().contains("\"response\":\"reached\""), run.out() + run.err());
        Cli.Ended dump = cli.runUnder(secret, "dump", "j.db", "--payloads", "--format", "html");
        for (String said : List.of(run.out(), dump.out(), dump.err())) {
            assertFalse(said.contains("canary-environment"), said);
        }
        assertFalse(new String(Files.readAllBytes(directory.resolve("j.db")), StandardCharsets.ISO_8859_1).contains("canary-environment"));
    }

    @Test
    void a_command_that_tells_is_found_out() {
        telling(table().making());
        String journal = directory.resolve("j.db").toString();
        assertFalse(telling(List.of(new SecretTable.Row.Command(0, "", List.of("dump", journal, "--payloads")))).isEmpty());
    }
}
