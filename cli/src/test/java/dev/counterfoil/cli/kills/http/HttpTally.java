// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills.http;

import dev.counterfoil.cli.kills.CommandProcess.Ran;
import dev.counterfoil.cli.kills.Tally;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/** Counts kills over HTTP, and what they left. Thread-safe. */
final class HttpTally {
    private static final String BY_STEP = "moments_by_step";
    private static final String BY_VICTIM = "moments_by_victim";

    private final Tally tally = new Tally();
    private final AtomicLong kills = new AtomicLong();

    void command() {
        tally.one("commands_to_be_killed");
    }

    void kill(HttpKill kill, boolean isRecovering) {
        tally.one("moments");
        tally.one(BY_STEP, word(kill.step()));
        tally.one(BY_VICTIM, word(kill.victim()));
        kills.addAndGet(kill.victim() == Victim.BOTH ? 2 : 1);
        tally.one("moments_by_command", isRecovering ? "recover" : "run");
        if (kill.step().isOnTheWire()) {
            tally.one("moments_by_aftermath", word(kill.aftermath()));
        }
    }

    /** The command ended before its kill. */
    void missed() {
        tally.one("ended_before_the_kill");
    }

    void count(HttpObservation seen) {
        tally.one("cases");
        tally.more("invocations", seen.of().plans().size());
        tally.more("deliveries", seen.sentAfter().stream().filter(sent -> sent.request().method().equals("POST")).count());
        tally.more("lookups", seen.sentAfter().stream().filter(sent -> sent.request().method().equals("GET")).count());
        tally.more("closings_of_keys", seen.sentAfter().stream().filter(sent -> sent.request().method().equals("DELETE")).count());
        seen.of().plans().forEach(plan -> count(plan, seen.last(), seen.ledgers().get(plan.id())));
        seen.journal().lines().stream().filter(line -> line.is("record", "verdict"))
                .forEach(line -> tally.one("verdicts", line.text("verdict").orElseThrow() + "_by_" + line.text("ground").orElseThrow()));
    }

    private void count(HttpKillCase.Plan plan, Ran last, Ledger ledger) {
        tally.more("effects", ledger.effects());
        String status = last.result(plan.id()).flatMap(result -> result.text("status")).orElse("lost");
        tally.one(status);
        tally.one("endings_by_way", plan.way().word() + "_" + status);
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** How many processes were killed. */
    long kills() {
        return kills.get();
    }

    /** Whether a kill came at each step, and of each victim. */
    boolean isComplete() {
        return Arrays.stream(Step.values()).allMatch(step -> tally.in(BY_STEP, word(step)) > 0)
                && Arrays.stream(Victim.values()).allMatch(victim -> tally.in(BY_VICTIM, word(victim)) > 0);
    }

    long of(String what) {
        return tally.of(what);
    }

    /** An indented JSON object. */
    String report(long seed, long violations) {
        return tally.report(seed, kills(), violations);
    }
}
