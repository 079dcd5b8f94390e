// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills.http;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A place where one exchange stands still until it is told how to go on. The exchange comes there in its own thread; whoever made the halt
 * waits for that, kills, and tells.
 */
final class Halt implements AutoCloseable {
    private final HttpKill kill;
    private final Path journal;
    private final Path receiver;
    private final CompletableFuture<Void> reached = new CompletableFuture<>();
    private final CompletableFuture<Aftermath> told = new CompletableFuture<>();
    private volatile Optional<HeldFile> held = Optional.empty();

    /**
     * For one kill.
     *
     * @param journal of the sender, held where he is not to commit
     * @param receiver its database, held where it is not to commit
     */
    Halt(HttpKill kill, Path journal, Path receiver) {
        this.kill = kill;
        this.journal = journal;
        this.receiver = receiver;
    }

    HttpKill kill() {
        return kill;
    }

    boolean isFor(Request request) {
        return kill.step().isOnTheWire() && kill.step().method().equals(request.method());
    }

    /** Sees to it that nobody gets beyond that point who is not to. */
    void before(Step.Point point) throws IOException {
        if (kill.step().point() == point) {
            if (point == Step.Point.READ) {
                held = Optional.of(HeldFile.of(receiver));
            } else if (point == Step.Point.TAKEN) {
                held = Optional.of(HeldFile.of(journal));
            }
        }
    }

    boolean isAt(Step.Point point) {
        return kill.step().point() == point;
    }

    /** Stands still where it is the place. */
    void at(Step.Point point) throws IOException {
        if (isAt(point)) {
            reached.complete(null);
            if (told.join() == Aftermath.CUT) {
                throw new IOException("cut");
            }
        }
    }

    /** Says that the place was reached, where it is none on the wire. */
    void reach() {
        reached.complete(null);
    }

    CompletableFuture<Void> reached() {
        return reached;
    }

    /** Whether an exchange stands still there, or will. */
    boolean isWaiting() {
        return !told.isDone();
    }

    /** Lets databases go. */
    void letGo() {
        held.ifPresent(HeldFile::letGo);
    }

    void goOn(Aftermath aftermath) {
        told.complete(aftermath);
    }

    @Override
    public void close() {
        goOn(Aftermath.CUT);
        held.ifPresent(HeldFile::close);
        held = Optional.empty();
    }
}
