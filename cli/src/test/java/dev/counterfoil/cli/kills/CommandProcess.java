// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills;

import dev.counterfoil.cli.QuickStart;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The real command in a process group of its own, so that it can be killed with all that it started. Lines of stdout are taken as they
 * come; one that was cut by the death of its writer is none. Confined, but for {@link #kill} and the lines.
 */
public final class CommandProcess implements AutoCloseable {
    /** Longer than any run takes; then it hangs, which is a failure. */
    static final long PATIENCE_SECONDS = 240;

    private final Process process;
    private final List<Line> lines = Collections.synchronizedList(new ArrayList<>());
    private final CompletableFuture<Void> read;

    private CommandProcess(Process process, Consumer<Line> watcher) {
        this.process = process;
        this.read = CompletableFuture.runAsync(() -> readAll(watcher), task -> {
            Thread thread = new Thread(task, "lines of " + process.pid());
            thread.setDaemon(true);
            thread.start();
        });
    }

    /**
     * Starts it.
     *
     * @param directory where its stderr is gathered
     * @param arguments of the command
     * @param watcher is shown each line as it comes
     */
    public static CommandProcess start(Path directory, List<String> arguments, Consumer<Line> watcher) throws IOException {
        return start(directory, List.of(), arguments, watcher);
    }

    /**
     * Starts it under another program, that becomes it.
     *
     * @param under that program and its arguments, or nothing
     */
    static CommandProcess start(Path directory, List<String> under, List<String> arguments, Consumer<Line> watcher) throws IOException {
        List<String> command = new ArrayList<>(List.of("setsid", "env", "--default-signal=INT,TERM"));
        command.addAll(under);
        command.addAll(QuickStart.words("-Xmx64m"));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(directory.resolve("stderr").toFile()));
        builder.environment().keySet().removeIf(name -> name.startsWith("COUNTERFOIL_"));
        return new CommandProcess(builder.start(), watcher);
    }

    private void readAll(Consumer<Line> watcher) {
        try (InputStream out = process.getInputStream()) {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            for (int each = out.read(); each >= 0; each = out.read()) {
                if (each == '\n') {
                    Line whole = Line.of(line.toString(StandardCharsets.UTF_8));
                    lines.add(whole);
                    watcher.accept(whole);
                    line.reset();
                } else {
                    line.write(each);
                }
            }
        } catch (IOException closed) {
            // The process is gone and its pipe with it.
            return;
        }
    }

    /** Sends SIGKILL to the command, and waits for nothing. */
    public void kill() {
        process.destroyForcibly();
    }

    /** Sends SIGKILL. */
    void kill(KillKind.Reach reach) {
        process.destroyForcibly();
        if (reach == KillKind.Reach.GROUP) {
            signal("KILL", "-" + process.pid());
        }
    }

    /** Sends a signal to the command alone. */
    public void signal(String name) {
        signal(name, Long.toString(process.pid()));
    }

    /** Whether nothing is left of it and of what it started. */
    boolean isGroupGone() {
        return !signal("0", "-" + process.pid());
    }

    private static boolean signal(String name, String target) {
        try {
            return new ProcessBuilder("sh", "-c", "kill -s \"$0\" -- \"$1\"", name, target)
                    .redirectError(ProcessBuilder.Redirect.DISCARD).start().waitFor() == 0;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Is completed when it ends. */
    public CompletableFuture<Process> onExit() {
        return process.onExit();
    }

    /** Whether it ends in that time. */
    public boolean endsWithin(long millis) throws InterruptedException {
        return process.waitFor(millis, TimeUnit.MILLISECONDS);
    }

    /** Waits for its end and its last line. */
    public Ran await() throws InterruptedException {
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            kill(KillKind.Reach.GROUP);
            throw new IllegalStateException("the command did not end within " + PATIENCE_SECONDS + " s");
        }
        read.join();
        return new Ran(process.exitValue(), List.copyOf(lines));
    }

    /** Ends whatever it left behind. */
    @Override
    public void close() {
        kill(KillKind.Reach.GROUP);
    }

    /** How a run went. Immutable. */
    public record Ran(int exit, List<Line> lines) {
        /** Copies its lines. */
        public Ran {
            lines = List.copyOf(lines);
        }

        /** What it told of durable steps. */
        public List<Line> events() {
            return lines.stream().filter(Line::isEvent).toList();
        }

        /** Its result lines. */
        public List<Line> results() {
            return lines.stream().filter(line -> !line.isEvent()).toList();
        }

        /** The result line of one invocation. */
        public Optional<Line> result(String invocation) {
            return results().stream().filter(line -> line.invocation().equals(invocation)).findFirst();
        }
    }
}
