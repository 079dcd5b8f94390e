// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.page;

import dev.counterfoil.cli.output.HtmlText;
import dev.counterfoil.cli.output.ReconcileLine;
import dev.counterfoil.journal.chain.Chronicle;
import dev.counterfoil.journal.dump.Listed;
import dev.counterfoil.journal.dump.ListedState;
import dev.counterfoil.journal.dump.MemberText;
import dev.counterfoil.journal.dump.Payloads;
import dev.counterfoil.journal.fold.Attempt;
import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.record.Intent;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Operation;
import dev.counterfoil.journal.record.Outcome;
import dev.counterfoil.journal.record.Sha256;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Consumer;

/** An invocation in full: where it stands, what to do where it is in doubt, timeline, budgets, records. Confined. */
final class InvocationCard {
    private final Path journal;
    private final RecordList records;
    private final Consumer<String> to;

    InvocationCard(Path journal, Payloads payloads, Consumer<String> to) {
        this.journal = journal;
        this.records = new RecordList(payloads, to);
        this.to = to;
    }

    /** Where a link to the invocation leads. */
    static String place(Chronicle chronicle) {
        return "i" + chronicle.row().number();
    }

    void write(Chronicle chronicle) {
        String look = chronicle.damage().isPresent() ? "damaged"
                : chronicle.state().map(state -> ListedState.of(state).code()).orElse("damaged");
        String place = place(chronicle);
        to.accept("<article id=\"" + place + "\" class=\"" + look + "\" aria-labelledby=\"" + place + "h\"><h3 id=\"" + place + "h\">"
                + HtmlText.name(chronicle.id().value()) + "</h3>");
        if (chronicle.state().isPresent()) {
            state(chronicle.id(), chronicle.state().get(), look);
        } else {
            to.accept("<p class=\"state\">damaged, no sound opening</p>");
        }
        records.write(chronicle);
        to.accept("</article>");
    }

    private void state(InvocationId id, InvocationState state, String look) {
        Listed listed = Listed.of(id, state);
        String sound = look.equals("damaged") ? "damaged; up to the damage: " : "";
        to.accept("<p class=\"state\">" + sound + standing(listed) + "</p><p>" + Amount.of(listed.attempts(), "attempt") + ", "
                + Amount.of(listed.totals()) + "; business state " + state.businessState().code() + "</p>");
        state.attempts().newest().filter(newest -> listed.state() == ListedState.UNCERTAIN)
                .ifPresent(newest -> doubt(id, state, newest));
        new AttemptTimeline(state, to).write();
        new BudgetTable(state, to).write();
    }

    /** State, why it ended, and since when. */
    static String standing(Listed listed) {
        return listed.state().code() + listed.reason().map(reason -> " (" + reason.code() + ")").orElse("") + " since "
                + MemberText.of(listed.since());
    }

    private void doubt(InvocationId id, InvocationState state, Attempt newest) {
        Intent intent = newest.intent();
        String provider = HtmlText.name(intent.provider().value());
        to.accept("<p>" + newest.outcome().map(outcome -> "Attempt " + intent.ordinal() + " at " + provider + " ended uncertain"
                        + reason(outcome) + ": it may have had its effect.")
                .orElse("Attempt " + intent.ordinal() + " at " + provider + " has an intent and no outcome: it may be running right now, or"
                        + " nobody was left to record how it ended.")
                + " Its exposure is " + Amount.of(newest.exposure()) + ".</p>");
        to.accept("<p>Find out at " + provider + " what became of " + operation(state.opening().binding().operation())
                + ", then record it:</p>");
        to.accept("<pre><code>" + HtmlText.of(ReconcileLine.of(journal, id, intent.ordinal())) + "</code></pre>");
    }

    private static String reason(Outcome outcome) {
        return outcome.reason().map(reason -> " (" + reason.code() + ")").orElse("");
    }

    private static String operation(Operation operation) {
        String scope = operation.scope().map(each -> " in scope " + HtmlText.name(each)).orElse("");
        String key = operation.key().map(each -> " with the key of SHA-256 <code>"
                + Sha256.of(each.getBytes(StandardCharsets.UTF_8)).hex() + "</code>").orElse("");
        return "this " + operation.contract().code() + " operation" + scope + key;
    }
}
