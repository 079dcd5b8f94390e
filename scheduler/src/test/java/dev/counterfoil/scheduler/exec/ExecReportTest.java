// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.exec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.EvidenceKind;
import dev.counterfoil.journal.record.FailureCategory;
import dev.counterfoil.journal.record.OutcomeReason;
import dev.counterfoil.journal.record.Usage;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.dispatch.Cancellation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ExecReportTest {
    private static final String REPORT = "'{\"context_tokens\":800,\"output_tokens\":12,\"cost_micros\":1200,\"retry_after_millis\":50}'";
    private static final Answer DONE = Answer.completed("done\n");

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

    private static Answer reported(Answer answer) {
        return answer.used(Usage.of(800, 12, 1200)).retryAfter(Duration.ofMillis(50));
    }

    private Answer answer(String... lines) throws IOException {
        return workshop.answer(workshop.command(lines).exitCodes(ExitCodes.of(Set.of(), Set.of(75), Set.of())));
    }

    @Test
    void a_report_tells_usage_and_when_to_come_back() throws IOException {
        assertEquals(reported(DONE), answer("echo " + REPORT + " > $COUNTERFOIL_REPORT", "echo done"));
    }

    @Test
    void a_report_never_changes_the_class() throws IOException {
        String write = "echo " + REPORT + " > $COUNTERFOIL_REPORT";
        assertEquals(reported(Answer.retryable().because(OutcomeReason.EXIT_CODE)), answer(write, "exit 75"));
        assertEquals(reported(Answer.uncertain().because(OutcomeReason.EXIT_CODE)), answer(write, "exit 1"));
        assertEquals(reported(Answer.uncertain().because(OutcomeReason.SIGNAL)), answer(write, "kill -9 $$"));
    }

    @Test
    void a_report_is_read_after_a_cancellation_too() throws Exception {
        Path ready = workshop.pipe("ready");
        Cancellation cancellation = new Cancellation();
        ExecCommand command = workshop.command("echo " + REPORT + " > $COUNTERFOIL_REPORT", "echo $$ > $1/ready", "sleep 1000");
        Workshop.Calling calling = workshop.calling(command, Call.PLAIN.cancelledBy(cancellation));
        List<ProcessHandle> processes = Workshop.processesFrom(ready);
        cancellation.request(Cancellation.Cause.TIMEOUT);
        assertEquals(reported(Answer.uncertain().category(FailureCategory.TIMEOUT).because(OutcomeReason.ATTEMPT_TIMEOUT)),
                calling.await());
        Workshop.assertEnded(processes);
    }

    @Test
    void a_report_may_be_written_aside_and_renamed() throws IOException {
        assertEquals(reported(DONE), answer("echo " + REPORT + " > $COUNTERFOIL_REPORT.new",
                "mv $COUNTERFOIL_REPORT.new $COUNTERFOIL_REPORT", "echo done"));
    }

    @Test
    void no_report_says_nothing() throws IOException {
        assertEquals(DONE, answer("echo done"));
        assertEquals(DONE, answer("rm $COUNTERFOIL_REPORT", "echo done"));
        assertEquals(DONE, answer("rm -r $(dirname $COUNTERFOIL_REPORT)", "echo done"));
    }

    @Test
    void only_we_may_read_the_report_and_find_it_empty() throws IOException {
        assertEquals(Answer.completed("700 600 0\n"), answer("umask 000",
                "echo $(stat -c %a $(dirname $COUNTERFOIL_REPORT)) $(stat -c '%a %s' $COUNTERFOIL_REPORT)"));
    }

    @Test
    void a_malformed_report_is_kept_and_ignored() throws IOException {
        assertEquals(DONE.keeping(EvidenceKind.MALFORMED_REPORT, Bytes.utf8("{\"cost_micros\":-1}")),
                answer("printf %s '{\"cost_micros\":-1}' > $COUNTERFOIL_REPORT", "echo done"));
    }

    @Test
    void a_report_has_at_most_4_KiB() throws IOException {
        String most = "{ head -c " + (4096 - REPORT.length() + 2) + " /dev/zero | tr '\\0' ' '; printf %s " + REPORT
                + "; } > $COUNTERFOIL_REPORT";
        assertEquals(reported(DONE), answer(most, "echo done"));
        assertEquals(DONE.keeping(EvidenceKind.MALFORMED_REPORT, Bytes.utf8(" ".repeat(4096 - REPORT.length() + 2)
                        + REPORT.substring(1, REPORT.length() - 1))),
                answer(most, "echo >> $COUNTERFOIL_REPORT", "echo done"));
        assertEquals(DONE.keeping(EvidenceKind.MALFORMED_REPORT, Bytes.of(new byte[4096])),
                answer("head -c 10000000 /dev/zero > $COUNTERFOIL_REPORT", "echo done"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"mkfifo $COUNTERFOIL_REPORT", "mkdir -p $COUNTERFOIL_REPORT/a/b", "ln -s $1/secret $COUNTERFOIL_REPORT",
        "ln -s $1/none $COUNTERFOIL_REPORT", "ln -s /dev/zero $COUNTERFOIL_REPORT"})
    void what_is_put_in_its_place_is_neither_followed_nor_waited_for(String trick) throws IOException {
        Path secret = Files.writeString(directory.resolve("secret"), "{\"cost_micros\":1}");
        assertEquals(DONE.keeping(EvidenceKind.MALFORMED_REPORT, Bytes.EMPTY), answer("rm $COUNTERFOIL_REPORT", trick, "echo done"));
        assertTrue(Files.exists(secret), "what a link leads to is left alone");
    }

    @Test
    void links_beside_the_report_are_removed_and_not_what_they_lead_to() throws IOException {
        Files.createDirectories(directory.resolve("precious/deep"));
        assertEquals(DONE, answer("ln -s $1/precious $(dirname $COUNTERFOIL_REPORT)/link", "echo done"));
        assertTrue(Files.isDirectory(directory.resolve("precious/deep")));
    }
}
