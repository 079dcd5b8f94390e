// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills;

import dev.counterfoil.cli.kills.CommandProcess.Ran;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What holds of every journal and of the words of every command, whoever the providers were. It computes totals, doubts and endings a
 * second time, from the dump lines, and takes nothing from the command's own word but its stdout. It does not judge which lawful ending
 * was reached. Pure; confined.
 */
public final class Promises {
    private final List<Ran> before;
    private final Ran last;
    private final Ran again;
    private final ReadJournal journal;
    private final List<String> violations = new ArrayList<>();

    /**
     * About one journal.
     *
     * @param before the runs that were killed, and others before the last, in order
     * @param last the run that nobody disturbed
     * @param again the same command once more
     * @param journal what the journal says in the end
     */
    public Promises(List<Ran> before, Ran last, Ran again, ReadJournal journal) {
        this.before = List.copyOf(before);
        this.last = last;
        this.again = again;
        this.journal = journal;
    }

    /**
     * Those that were broken.
     *
     * @param ids of the invocations that were run
     * @return each beginning with the word for its rule
     */
    public List<String> broken(List<String> ids) {
        journal.damages().forEach(damage -> hold(false, "damaged", damage));
        acknowledged();
        ids.forEach(this::invocation);
        Totals sum = Totals.of(journal.lines());
        Totals replayed = Totals.told(journal.totals());
        hold(sum.equals(replayed), "totals_differ", "replay: " + replayed + ", dump: " + sum);
        exit(last, "last");
        exit(again, "again");
        return List.copyOf(violations);
    }

    private void hold(boolean holds, String rule, Object where) {
        if (!holds) {
            violations.add(rule + ": " + where);
        }
    }

    /** What was acknowledged is in the journal, with the digest that was told. */
    private void acknowledged() {
        Set<String> kept = new HashSet<>();
        journal.lines().forEach(line -> kept.add(step(line)));
        List<Ran> runs = new ArrayList<>(before);
        runs.add(last);
        runs.add(again);
        runs.forEach(run -> run.events().forEach(event -> hold(kept.contains(step(event)), "acknowledged_and_gone", event.json())));
    }

    private static String step(Line line) {
        return line.invocation() + " " + line.whole("sequence") + " " + line.text("digest");
    }

    private void invocation(String id) {
        List<Line> records = journal.of(id);
        Endings endings = Endings.of(records);
        endings.sentOverDoubt().ifPresent(ordinal -> hold(false, "sent_over_doubt", id + " " + ordinal));
        Optional<Line> told = last.result(id);
        hold(told.isPresent(), "no_result", id);
        told.ifPresent(result -> ending(id, result, endings, records));
    }

    private void ending(String id, Line result, Endings endings, List<Line> records) {
        String status = result.text("status").orElseThrow();
        hold(status.equals(endings.status()), "other_ending", id + ": told " + status + ", in the dump " + endings.status());
        hold(status.equals("uncertain") == endings.isDoubtOpen(), "doubt_misreported", id + " " + status);
        hold(Totals.told(result.object("totals").orElseThrow()).equals(Totals.of(records)), "totals_differ", id);
        Optional<Line> repeated = again.result(id);
        hold(repeated.isPresent() && isSame(result, repeated.get()), "replay_differs", id + " " + repeated.map(Line::json));
        hold(status.equals("uncertain") || repeated.filter(line -> line.yes("replayed")).isPresent(), "not_replayed", id);
        for (Ran run : before) {
            run.result(id).filter(earlier -> !earlier.is("status", "uncertain"))
                    .ifPresent(earlier -> hold(isSame(earlier, result), "told_otherwise", id + " " + earlier.json()));
        }
    }

    private static boolean isSame(Line one, Line other) {
        List<String> bound = List.of("status", "reason", "business_state", "response", "response_sha256", "provider");
        return bound.stream().allMatch(name -> one.text(name).equals(other.text(name)))
                && one.whole("attempts").equals(other.whole("attempts"))
                && Totals.told(one.object("totals").orElseThrow()).equals(Totals.told(other.object("totals").orElseThrow()));
    }

    /** Of many endings the exit is the highest. */
    private void exit(Ran run, String which) {
        int highest = run.results().stream().map(line -> line.text("status").orElseThrow())
                .mapToInt(status -> status.equals("settled") ? 0 : status.equals("stopped") ? 3 : 4).max().orElse(0);
        hold(run.exit() == highest, "other_exit", which + ": " + run.exit() + ", from its results " + highest);
    }
}
