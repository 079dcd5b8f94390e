// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** Counts kills and endings. Thread-safe. */
final class KillTally {
    private static final String BY_KIND = "kills_by_kind";

    private final Tally tally = new Tally();
    private final Set<KillKind> kinds = EnumSet.noneOf(KillKind.class);

    void run() {
        tally.one("runs");
    }

    synchronized void kill(KillCase.Kill kill) {
        kinds.add(kill.kind());
        tally.one(BY_KIND, (kill.kind() + "_" + kill.reach()).toLowerCase(Locale.ROOT));
    }

    /** The process ended before its kill. */
    void missed() {
        tally.one("ended_before_the_kill");
    }

    void count(Observation seen) {
        tally.one("cases");
        tally.more("invocations", seen.of().plans().size());
        tally.more("attempts_begun", seen.begun().size());
        tally.more("effects", seen.effects().size());
        seen.last().results().forEach(result -> tally.one(result.text("status").orElseThrow()));
    }

    long kills() {
        return tally.in(BY_KIND);
    }

    /** Whether a kill of each kind came. */
    synchronized boolean isComplete() {
        return kinds.containsAll(KillKind.used());
    }

    long of(String what) {
        return tally.of(what);
    }

    /** An indented JSON object. */
    String report(long seed, long violations) {
        return tally.report(seed, kills(), violations);
    }
}
