// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.exec;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.time.SystemTime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** Scripts, pipes and a place for report files, below one directory. */
record Workshop(Path root) {
    static final int SECONDS = 30;

    Workshop {
        try {
            Files.createDirectories(root.resolve("reports"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    Path script(String... lines) throws IOException {
        Path file = Files.createTempFile(root, "provider-", ".sh");
        Files.writeString(file, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
        return executable(file);
    }

    static Path executable(Path file) {
        assertEquals(true, file.toFile().setExecutable(true));
        return file;
    }

    Path pipe(String name) throws IOException, InterruptedException {
        Path pipe = root.resolve(name);
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        return pipe;
    }

    ExecCommand command(String... lines) throws IOException {
        return ExecCommand.of(List.of(script(lines).toString(), root.toString()));
    }

    /** What is kept of a response that cannot be used. */
    static Bytes observed(String written) {
        return Bytes.utf8("{\"read_bytes\":" + written.length() + ",\"read_sha256\":\"" + Bytes.utf8(written).content().sha256().hex()
                + "\"}");
    }

    ExecDispatcher dispatcher(ExecCommand command) {
        return new ExecDispatcher(command, SystemTime.waiter(), root.resolve("reports"));
    }

    Answer answer(ExecCommand command, Call call) {
        return dispatcher(command).dispatch(call.dispatch());
    }

    Answer answer(ExecCommand command) {
        return answer(command, Call.PLAIN);
    }

    Calling calling(ExecCommand command, Call call) {
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                answer.complete(answer(command, call));
            } catch (RuntimeException | Error e) {
                answer.completeExceptionally(e);
            }
            interrupted.complete(Thread.currentThread().isInterrupted());
        });
        thread.start();
        return new Calling(thread, answer, interrupted);
    }

    /** A call that is being made in its own thread. */
    record Calling(Thread thread, CompletableFuture<Answer> answer, CompletableFuture<Boolean> interrupted) {
        Answer await() throws InterruptedException, ExecutionException, TimeoutException {
            return answer.get(SECONDS, TimeUnit.SECONDS);
        }
    }

    /** Waits for a script's word: the process ids it writes, blank between them. */
    static List<ProcessHandle> processesFrom(Path pipe) throws IOException {
        return Stream.of(Files.readString(pipe).strip().split("\\s+")).map(Workshop::process).toList();
    }

    static ProcessHandle process(String pid) {
        return ProcessHandle.of(Long.parseLong(pid.strip())).orElseThrow(() -> new AssertionError("process " + pid + " is gone"));
    }

    void assertNothingIsLeft() throws IOException {
        try (Stream<Path> left = Files.list(root.resolve("reports"))) {
            assertEquals(List.of(), left.toList());
        }
        assertEquals(List.of(), ProcessHandle.current().descendants().toList());
        for (ProcessHandle each : ProcessHandle.allProcesses().filter(this::isOurs).toList()) {
            assertEnded(List.of(each));
        }
    }

    private boolean isOurs(ProcessHandle process) {
        try {
            String environment = Files.readString(Path.of("/proc/" + process.pid() + "/environ"), StandardCharsets.ISO_8859_1);
            return environment.contains("COUNTERFOIL_REPORT=" + root);
        } catch (IOException e) {
            return false;
        }
    }

    /** An orphan counts as alive until the system's init has fetched its exit code, which takes its time. */
    static void assertEnded(List<ProcessHandle> processes) {
        for (ProcessHandle each : processes) {
            assertDoesNotThrow(() -> each.onExit().get(SECONDS, TimeUnit.SECONDS), "process " + each.pid() + " is alive");
        }
    }
}
