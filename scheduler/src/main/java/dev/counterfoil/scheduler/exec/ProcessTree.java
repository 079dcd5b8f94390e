// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.exec;

import dev.counterfoil.scheduler.time.Signal;
import dev.counterfoil.scheduler.time.Waiter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * A process and the descendants that can be seen from it. Confined.
 *
 * <p>One that detached itself (its parent ended before it was looked for) is not reached.
 */
final class ProcessTree {
    private static final Duration GRACE = Duration.ofSeconds(1);
    private static final Duration BURIAL = Duration.ofSeconds(2);

    private final ProcessHandle root;
    private final CompletableFuture<Void> rootExit;
    private final Waiter waiter;
    private final Set<ProcessHandle> members = new LinkedHashSet<>();

    /**
     * The tree below a process.
     *
     * @param root the process. Its handle, because ending a {@code Process} closes its pipes, and that waits for a writer that waits
     *     for the process
     * @param rootExit completed when it has exited
     * @param waiter lets time pass
     */
    ProcessTree(ProcessHandle root, CompletableFuture<Void> rootExit, Waiter waiter) {
        this.root = root;
        this.rootExit = rootExit;
        this.waiter = waiter;
    }

    /**
     * Asks all to end, gives them a second, ends by force what is left. Waits for the root's exit then, but not for ever: a process in
     * a system call that cannot be broken off outlives its end. An interrupt of the thread cuts the waits short and stays.
     */
    void end() {
        boolean interrupted = Thread.interrupted();
        // The parent first: a shell whose child was ended goes on to its next line.
        look().forEach(ProcessHandle::destroy);
        look().forEach(ProcessHandle::destroy);
        boolean ended = false;
        try {
            ended = within(GRACE, Stream.of(rootExit)) && within(GRACE, running().map(ProcessHandle::onExit));
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (!ended) {
            look();
            members.forEach(ProcessHandle::destroyForcibly);
            look().forEach(ProcessHandle::destroyForcibly);
            try {
                within(BURIAL, Stream.of(rootExit));
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Finds members that were not known; those that were known stay so when their parent is gone. */
    private List<ProcessHandle> look() {
        List<ProcessHandle> found = Stream.concat(Stream.of(root), List.copyOf(members).stream())
                .flatMap(member -> Stream.concat(Stream.of(member), member.descendants()))
                .distinct()
                .filter(member -> !members.contains(member))
                .toList();
        members.addAll(found);
        return found;
    }

    /** The descendants that still do something. One that only waits for its exit code to be fetched can wait long: for our init. */
    private Stream<ProcessHandle> running() {
        return members.stream().filter(member -> !member.equals(root) && member.isAlive() && !isZombie(member.pid()));
    }

    private static boolean isZombie(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.ISO_8859_1);
            return stat.startsWith(") Z", stat.lastIndexOf(')'));
        } catch (IOException e) {
            // Gone, or a system without /proc: what isAlive said stands.
            return false;
        }
    }

    private boolean within(Duration atMost, Stream<CompletableFuture<?>> exits) throws InterruptedException {
        Signal end = new Signal();
        CompletableFuture.allOf(exits.toArray(CompletableFuture<?>[]::new)).whenComplete((nothing, failure) -> end.raise());
        return waiter.await(atMost, end);
    }
}
