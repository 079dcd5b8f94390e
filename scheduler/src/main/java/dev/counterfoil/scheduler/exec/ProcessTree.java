// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.exec;

import dev.counterfoil.scheduler.time.Signal;
import dev.counterfoil.scheduler.time.Waiter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A process and the descendants that can be seen from it. Confined.
 *
 * <p>One that detached itself (its parent ended before it was looked for) is not reached.
 */
final class ProcessTree {
    private static final Duration GRACE = Duration.ofSeconds(1);
    private static final Duration BURIAL = Duration.ofSeconds(2);

    /** Longest that the waits of {@link #end} take together. */
    static final Duration WAITS = GRACE.multipliedBy(2).plus(BURIAL);

    private final ProcessHandle root;
    private final String marker;
    private final CompletableFuture<Void> rootExit;
    private final Waiter waiter;
    private final Set<ProcessHandle> members = new LinkedHashSet<>();
    private final Set<ProcessHandle> detached = new HashSet<>();

    /**
     * The tree below a process.
     *
     * @param root the process. Its handle, because ending a {@code Process} closes its pipes, and that waits for a writer that waits
     *     for the process
     * @param marker an ASCII text that is in the environment of this tree only
     * @param rootExit completed when it has exited
     * @param waiter lets time pass
     */
    ProcessTree(ProcessHandle root, String marker, CompletableFuture<Void> rootExit, Waiter waiter) {
        this.root = root;
        this.marker = marker;
        this.rootExit = rootExit;
        this.waiter = waiter;
    }

    /**
     * Asks all to end, gives them a second, ends by force what is left. Waits for the root's exit then, but not for ever: a process in
     * a system call that cannot be broken off outlives its end. An interrupt of the thread cuts the waits short and stays.
     */
    void end() {
        boolean interrupted = Thread.interrupted();
        detached.addAll(marked());
        detached.removeAll(visible());
        // The parent first: a shell whose child was ended goes on to its next line.
        look().forEach(ProcessHandle::destroy);
        look().forEach(ProcessHandle::destroy);
        boolean ended = false;
        try {
            ended = within(GRACE, Stream.of(rootExit)) && within(GRACE, running().map(ProcessHandle::onExit));
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (!look().isEmpty() || !ended) {
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
        List<ProcessHandle> found = Stream.concat(visible().stream(), marked().stream().filter(each -> !detached.contains(each)))
                .distinct()
                .filter(each -> !members.contains(each))
                .toList();
        members.addAll(found);
        return found;
    }

    private Set<ProcessHandle> visible() {
        return Stream.concat(Stream.of(root), List.copyOf(members).stream())
                .flatMap(member -> Stream.concat(Stream.of(member), member.descendants()))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** A child that is started while its parent is ended is nobody's descendant a moment later; its environment still tells. */
    private List<ProcessHandle> marked() {
        return ProcessHandle.allProcesses()
                .filter(each -> each.pid() != root.pid() && proc(each.pid(), "environ").contains(marker))
                .toList();
    }

    /** The descendants that still do something. One that only waits for its exit code to be fetched can wait long: for our init. */
    private Stream<ProcessHandle> running() {
        return members.stream().filter(member -> !member.equals(root) && member.isAlive() && !isZombie(member.pid()));
    }

    private static boolean isZombie(long pid) {
        String stat = proc(pid, "stat");
        return stat.startsWith(") Z", stat.lastIndexOf(')'));
    }

    /** What the system says of a process; nothing where it is gone, is another's, or the system has no /proc. */
    private static String proc(long pid, String file) {
        try {
            return Files.readString(Path.of("/proc/" + pid + "/" + file), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }

    private boolean within(Duration atMost, Stream<CompletableFuture<?>> exits) throws InterruptedException {
        Signal end = new Signal();
        CompletableFuture.allOf(exits.toArray(CompletableFuture<?>[]::new)).whenComplete((nothing, failure) -> end.raise());
        return waiter.await(atMost, end);
    }
}
