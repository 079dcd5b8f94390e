// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.cli.spec.SpecFile;
import dev.counterfoil.scheduler.runner.Invocation;
import java.io.BufferedInputStream;
import java.io.InputStream;
import java.util.Optional;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.Semaphore;

/**
 * Specs from standard input, read in a thread of its own, so that a signal is heard while nobody writes there. One spec is read ahead.
 * Thread-safe.
 */
final class StdinSpecs implements StopSignals.Stoppable {
    private static final Item END = new Item(Optional.empty(), Optional.empty());

    private final BlockingDeque<Item> items = new LinkedBlockingDeque<>();
    private final Semaphore room = new Semaphore(1);

    private StdinSpecs() {}

    /** A spec, or the refusal of one; neither at the end. */
    record Item(Optional<Invocation> invocation, Optional<CommandException> refusal) {}

    static StdinSpecs reading(SpecFile files, InputStream in) {
        StdinSpecs specs = new StdinSpecs();
        Thread reader = new Thread(() -> specs.read(files, in), "stdin");
        reader.setDaemon(true);
        reader.start();
        return specs;
    }

    private void read(SpecFile files, InputStream in) {
        try {
            files.stream(
                    new BufferedInputStream(in),
                    invocation -> put(new Item(Optional.of(invocation), Optional.empty())),
                    refusal -> put(new Item(Optional.empty(), Optional.of(refusal))));
        } catch (RuntimeException | Error failure) {
            put(new Item(Optional.empty(), Optional.of(Failures.of(failure))));
        }
        items.addLast(END);
    }

    private void put(Item item) {
        room.acquireUninterruptibly();
        items.addLast(item);
    }

    /** Waits for the next; empty at the end, or when the process is told to stop. */
    Optional<Item> next() {
        boolean interrupted = false;
        while (true) {
            try {
                Item item = items.takeFirst();
                room.release();
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
                return item == END ? Optional.empty() : Optional.of(item);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
    }

    @Override
    public void stop() {
        items.addFirst(END);
    }

    @Override
    public void stopNow() {
        stop();
    }
}
