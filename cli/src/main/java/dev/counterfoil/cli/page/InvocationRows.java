// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.page;

import dev.counterfoil.cli.output.DamageText;
import dev.counterfoil.cli.output.HtmlText;
import dev.counterfoil.journal.chain.Chronicle;
import dev.counterfoil.journal.dump.Listed;
import dev.counterfoil.journal.dump.ListedState;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A row for each invocation that there is no room for, begun by the first. After so many rows comes another table, so that a browser lays
 * out only those that are looked at. Confined.
 */
final class InvocationRows {
    private static final int TABLE = 500;

    private final Consumer<String> to;
    private boolean begun;
    private int open;

    /** Whether an invocation stands on the page in full. */
    enum Card {
        /** It does not. */
        NONE,
        /** It does, before this table. */
        ABOVE
    }

    InvocationRows(Consumer<String> to) {
        this.to = to;
    }

    /** Whether there was a row: from then on everything is one. */
    boolean isBegun() {
        return begun;
    }

    void add(Chronicle chronicle, Card card) {
        if (!begun) {
            to.accept("<h3>The others, a row each</h3><p>The page would be too large with all of them in full. For one in full, give"
                    + " <code>counterfoil dump --format html</code> its ID.</p>");
        }
        if (open == TABLE) {
            end();
        }
        if (open == 0) {
            to.accept("<div class=\"rows\"><table><thead><tr><th scope=\"col\">Invocation</th><th scope=\"col\">State</th>"
                    + "<th scope=\"col\">Charged</th></tr></thead><tbody>");
        }
        begun = true;
        open++;
        String name = HtmlText.name(chronicle.id().value());
        String linked = card == Card.ABOVE ? "<a href=\"#" + InvocationCard.place(chronicle) + "\">" + name + "</a>" : name;
        to.accept("<tr><th scope=\"row\">" + linked + "</th>" + cells(chronicle) + "</tr>");
    }

    private static String cells(Chronicle chronicle) {
        Optional<Listed> listed = chronicle.state().map(state -> Listed.of(chronicle.id(), state));
        String charged = listed.map(each -> Amount.of(each.attempts(), "attempt") + ", " + Amount.of(each.totals())).orElse("");
        String state = chronicle.damage()
                .map(damage -> "<td class=\"bad\">" + HtmlText.of(DamageText.of(Optional.of(chronicle.id()), damage)) + "</td>")
                .orElseGet(() -> listed.map(InvocationRows::standing).orElse("<td></td>"));
        return state + "<td>" + charged + "</td>";
    }

    private static String standing(Listed listed) {
        return (listed.state() == ListedState.UNCERTAIN ? "<td class=\"bad\">" : "<td>") + InvocationCard.standing(listed) + "</td>";
    }

    /** Ends the table, where one is open. */
    void end() {
        if (open > 0) {
            to.accept("</tbody></table></div>");
        }
        open = 0;
    }
}
