// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Waits for the moment of one kill. The lines of the process come from another thread. */
final class KillTrigger {
    private static final String ENDED = "ended";
    private static final String SYSTEM_CALLS = "pwrite64,fsync,fdatasync,ftruncate,unlink,link";
    private static final int EXIT_OF_THE_KILLED = 128 + 9;

    private final KillCase.Kill kill;
    private final Pauses pauses;
    private final CompletableFuture<Void> firstStep = new CompletableFuture<>();
    private final CompletableFuture<Void> step = new CompletableFuture<>();
    private int met;
    private boolean pausedAlive;

    KillTrigger(KillCase.Kill kill, Pauses pauses) throws IOException {
        this.kill = kill;
        this.pauses = pauses;
        if (isInside()) {
            pauses.ask(place());
        }
    }

    /** The program that the command is to run under; nothing where there is none. */
    List<String> under() {
        return kill.kind() != KillKind.AT_SYSTEM_CALL ? List.of()
                : List.of("strace", "-D", "-f", "-qq", "-o", "/dev/null",
                        "-e", "inject=" + SYSTEM_CALLS + ":signal=SIGKILL:when=" + kill.number());
    }

    /** Is shown each line of the process as it comes. */
    void line(Line line) {
        if (line.isEvent()) {
            firstStep.complete(null);
            if (line.is("event", kill.kind().event()) && met++ == kill.number()) {
                step.complete(null);
            }
        }
    }

    /** Kills the process when it is time; false where it ended before. */
    boolean pulled(CommandProcess process) throws IOException, InterruptedException {
        if (isInside()) {
            return inside(process);
        }
        CompletableFuture<Process> end = process.onExit();
        if (kill.kind() == KillKind.AT_SYSTEM_CALL) {
            end.join();
            process.kill(kill.reach());
            return process.await().exit() == EXIT_OF_THE_KILLED;
        }
        if (kill.kind() == KillKind.AT_RANDOM_FROM_FIRST_STEP) {
            CompletableFuture.anyOf(firstStep, end).join();
        } else if (!kill.kind().event().isEmpty()) {
            // In the thread that read the line: the kill follows it as closely as it can.
            step.thenRun(() -> process.kill(kill.reach()));
            CompletableFuture.anyOf(step, end).join();
            process.await();
            return step.isDone();
        }
        boolean ended = process.endsWithin(kill.delayMillis());
        if (!ended) {
            process.kill(kill.reach());
        }
        return !ended;
    }

    private boolean inside(CommandProcess process) throws IOException {
        process.onExit().thenRun(() -> pauses.say(ENDED));
        String word = pauses.next();
        boolean stopped = !word.equals(ENDED);
        if (stopped) {
            process.kill(kill.reach());
            pausedAlive = kill.reach() == KillKind.Reach.JVM;
            while (!word.equals(ENDED)) {
                word = pauses.next();
            }
        } else {
            pauses.withdraw(place());
        }
        return stopped;
    }

    /** Whether a provider stands still that outlived its JVM. */
    boolean isPausedAlive() {
        return pausedAlive;
    }

    private boolean isInside() {
        return kill.kind() == KillKind.BEFORE_EFFECT || kill.kind() == KillKind.AFTER_EFFECT;
    }

    private String place() {
        return kill.kind() == KillKind.BEFORE_EFFECT ? ScriptedProvider.BEFORE : ScriptedProvider.AFTER;
    }
}
