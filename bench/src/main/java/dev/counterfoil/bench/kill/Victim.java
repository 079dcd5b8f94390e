// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.bench.kill;

import dev.counterfoil.bench.peer.Effect;
import dev.counterfoil.bench.peer.Kind;
import dev.counterfoil.bench.peer.Peer;
import dev.counterfoil.bench.peer.Place;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/**
 * The process that is killed, and the one after it that recovers. Confined.
 */
public final class Victim {
    /** Threads at once. */
    private static final int CALLERS = 16;

    /** So many answers say that it is warm and under load: before, a kill would find it starting. */
    private static final int WARM = 8 * CALLERS;

    private Victim() {}

    /**
     * Runs invocations until it is killed, or recovers once.
     *
     * @param arguments {@code load} or {@code recover}, the peer, its directory and, where it needs one, the address of its database
     * @throws Exception what the peer throws
     */
    public static void main(String[] arguments) throws Exception {
        Kind kind = Kind.valueOf(arguments[1]);
        Path directory = Path.of(arguments[2]);
        Optional<String> database = arguments.length > 3 ? Optional.of(arguments[3]) : Optional.empty();
        try (WrittenEffects effects = new WrittenEffects(directory.resolve("effects"));
                WrittenEffects answers = new WrittenEffects(directory.resolve("answers"));
                Peer peer = kind.open(new Place(directory, Duration.ZERO, database, Optional.empty()), effects)) {
            if (arguments[0].equals("recover")) {
                System.out.println(peer.recover().stream().map(String::valueOf).collect(Collectors.joining(" ")));
            } else {
                load(peer, answers);
            }
        }
    }

    private static void load(Peer peer, WrittenEffects answers) throws InterruptedException {
        AtomicLong numbers = new AtomicLong(1);
        CountDownLatch warm = new CountDownLatch(WARM);
        Effect answered = number -> {
            answers.happen(number);
            warm.countDown();
        };
        Thread[] callers = new Thread[CALLERS];
        for (int i = 0; i < CALLERS; i++) {
            callers[i] = new Thread(() -> call(peer, numbers, answered));
            callers[i].start();
        }
        warm.await();
        System.out.println("running");
        for (Thread each : callers) {
            each.join();
        }
    }

    private static void call(Peer peer, AtomicLong numbers, Effect answered) {
        try {
            while (true) {
                long number = numbers.getAndIncrement();
                peer.run(number);
                answered.happen(number);
            }
        } catch (Exception e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
    }
}
