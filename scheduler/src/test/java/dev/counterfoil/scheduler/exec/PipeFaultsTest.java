// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.exec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.OutcomeReason;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.time.Signal;
import dev.counterfoil.scheduler.time.SystemTime;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The threads at a provider's pipes run out of memory: a part of a request or of a response is never taken for the whole. */
@Timeout(60)
class PipeFaultsTest {
    private static final Answer UNKNOWN = Answer.uncertain().because(OutcomeReason.EXCEPTION);

    @Test
    void a_response_that_could_not_be_held_whole_is_failed_before_anybody_is_told_that_no_more_comes() {
        Signal done = new Signal();
        InputStream source = new FailingAfter(new ByteArrayInputStream("half".getBytes(StandardCharsets.UTF_8)));
        StdoutReader reader = new StdoutReader(source, 100, done, () -> {});
        assertThrows(OutOfMemoryError.class, reader::run);
        assertTrue(done.isRaised());
        assertEquals(StdoutReader.State.FAILED, reader.state());
        assertEquals(Bytes.EMPTY, reader.bytes(), "what it held is free for the rest of the process");
    }

    @Test
    void a_process_that_ends_well_after_half_of_its_response_was_lost_is_uncertain() throws IOException {
        assertEquals(UNKNOWN, answer(new Piped(start("echo half; echo whole"), Piped.Fault.READING)));
    }

    @Test
    void a_process_that_ends_well_after_a_part_of_its_request_is_uncertain() throws IOException {
        assertEquals(UNKNOWN, answer(new Piped(start("cat >/dev/null; echo done"), Piped.Fault.WRITING)));
    }

    @Test
    void a_process_that_goes_on_is_ended_where_its_request_could_not_be_written() throws IOException {
        Process process = start("cat >/dev/null; exec sleep 1000");
        assertEquals(UNKNOWN, answer(new Piped(process, Piped.Fault.WRITING)));
        assertEquals(false, process.isAlive());
    }

    private static Process start(String script) throws IOException {
        return new ProcessBuilder("sh", "-c", script).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    }

    private static Answer answer(Process process) {
        return new Exchange(process, "no-marker", Call.PLAIN.dispatch(), ExitCodes.of(Set.of(), Set.of(), Set.of()), SystemTime.waiter())
                .carryOut(Bytes.utf8("the whole request"));
    }

    /** Gives what its source has, and then fails. */
    private static final class FailingAfter extends FilterInputStream {
        private boolean read;

        FailingAfter(InputStream source) {
            super(source);
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (read) {
                throw new OutOfMemoryError("for a test");
            }
            read = true;
            return super.read(bytes, offset, Math.min(length, 4));
        }
    }

    /** Lets a part of what is written through, and then fails. */
    private static final class FailingWithin extends FilterOutputStream {
        FailingWithin(OutputStream target) {
            super(target);
        }

        @Override
        public void write(byte[] bytes) throws IOException {
            out.write(bytes, 0, 4);
            throw new OutOfMemoryError("for a test");
        }
    }

    /** A real process with a pipe that fails. */
    private static final class Piped extends Process {
        private final Process process;
        private final Fault fault;

        private enum Fault {
            READING,
            WRITING
        }

        Piped(Process process, Fault fault) {
            this.process = process;
            this.fault = fault;
        }

        @Override
        public OutputStream getOutputStream() {
            return fault == Fault.WRITING ? new FailingWithin(process.getOutputStream()) : process.getOutputStream();
        }

        @Override
        public InputStream getInputStream() {
            return fault == Fault.READING ? new FailingAfter(process.getInputStream()) : process.getInputStream();
        }

        @Override
        public InputStream getErrorStream() {
            return process.getErrorStream();
        }

        @Override
        public int waitFor() throws InterruptedException {
            return process.waitFor();
        }

        @Override
        public int exitValue() {
            return process.exitValue();
        }

        @Override
        public void destroy() {
            process.destroy();
        }

        @Override
        public ProcessHandle toHandle() {
            return process.toHandle();
        }

        @Override
        public long pid() {
            return process.pid();
        }
    }
}
