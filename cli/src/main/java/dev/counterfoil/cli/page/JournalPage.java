// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.page;

import dev.counterfoil.cli.output.HtmlText;
import dev.counterfoil.journal.chain.Chronicle;
import dev.counterfoil.journal.dump.JournalVisitor;
import dev.counterfoil.journal.dump.ListedState;
import dev.counterfoil.journal.dump.Payloads;
import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.InvocationId;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A journal as one page: damage, doubts with what to do about them, then every invocation. The first are shown in full, until the page has
 * eight million characters; each of the others is a row of a table. Given out in pieces as it is read, so a journal of any size needs
 * the memory of one invocation. Confined to one page.
 */
public final class JournalPage {
    /** Characters up to which invocations are shown in full. */
    private static final long FULL = 8_000_000;

    private final Path journal;
    private final Payloads payloads;
    private final FirstLook look;
    private final Consumer<String> out;
    private final Set<InvocationId> above = new HashSet<>();
    private final long fullCharacters;
    private long characters;

    /** Shows a journal once more. */
    public interface Looks {
        /**
         * Shows some invocations; one that is not there any more is left out.
         *
         * @param ids which
         * @param visitor who is shown them
         */
        void some(List<InvocationId> ids, JournalVisitor visitor);

        /**
         * Shows all that the page is about.
         *
         * @param visitor who is shown them
         */
        void all(JournalVisitor visitor);
    }

    /**
     * A page.
     *
     * @param journal the journal's file, as it was given: commands on the page name it
     * @param payloads whether bytes and keys are shown
     * @param look what was found at the first look
     * @param out takes the page in pieces, each of whole lines without the last end
     */
    public JournalPage(Path journal, Payloads payloads, FirstLook look, Consumer<String> out) {
        this(journal, payloads, look, out, FULL);
    }

    /** One that shows invocations in full up to so many characters. */
    JournalPage(Path journal, Payloads payloads, FirstLook look, Consumer<String> out, long fullCharacters) {
        this.fullCharacters = fullCharacters;
        this.journal = journal;
        this.payloads = payloads;
        this.look = look;
        this.out = out;
    }

    /**
     * Gives out the page.
     *
     * @param looks the journal
     */
    public void write(Looks looks) {
        String name = Optional.ofNullable(journal.getFileName()).orElse(journal).toString();
        new PageHead(look, payloads, this::put).write(name);
        put("<main>");
        damages();
        doubts(looks);
        put("<section id=\"invocations\" aria-labelledby=\"invocations-heading\"><h2 id=\"invocations-heading\">Invocations</h2>");
        Others others = new Others();
        looks.all(others);
        others.end();
        put("</section></main>");
        put("<footer class=\"faint\"><p>Made by <code>counterfoil dump --format html</code>; nothing was changed. Tokens and cost are"
                + " exposure: of each attempt the greater of what was reserved and what was reported. What was recorded while the page was"
                + " made is in it or not.</p></footer></body></html>");
    }

    private void put(String piece) {
        characters += piece.length();
        out.accept(piece);
    }

    private void damages() {
        if (look.damages() == 0) {
            return;
        }
        put("<section id=\"damage\" aria-labelledby=\"damage-heading\"><h2 id=\"damage-heading\">Damage</h2><p>Nothing was repaired or"
                + " changed. Keep the file, and restore a sound copy beside it.</p><ul>");
        look.damageTexts().forEach(text -> put("<li class=\"bad\">" + HtmlText.name(text) + "</li>"));
        long more = look.damages() - look.damageTexts().size();
        put("</ul>" + (more == 0 ? "" : "<p>" + Amount.of(more, "damage") + " more: see <code>counterfoil verify</code></p>")
                + "</section>");
    }

    private void doubts(Looks looks) {
        long all = look.listing().count(ListedState.UNCERTAIN);
        put("<section id=\"doubts\" aria-labelledby=\"doubts-heading\"><h2 id=\"doubts-heading\">In doubt</h2>");
        if (all == 0) {
            put("<p>Nothing is in doubt.</p></section>");
            return;
        }
        put("<p>" + Amount.of(all, "attempt") + " may have had " + (all == 1 ? "its effect" : "their effects")
                + ", and nothing more is sent before a verdict is recorded. Exposure in doubt: " + Amount.of(look.inDoubt()) + ".</p>");
        put("<p class=\"faint\">completed: it happened. not_applied: it did not happen, and will not. redeliver: unknown, and sending it"
                + " again to the same receiver is harmless. abandoned: unknown, and it stays so.</p>");
        looks.some(look.doubts(), new Doubts());
        if (all > above.size()) {
            put("<p>" + Amount.of(all - above.size()) + " more in doubt: they stand among the others below; for one in full, give"
                    + " <code>counterfoil dump --format html</code> its ID.</p>");
        }
        put("</section>");
    }

    private void card(Chronicle chronicle) {
        new InvocationCard(journal, payloads, this::put).write(chronicle);
    }

    /** Shows in full what is still in doubt, while there is room. */
    private final class Doubts implements JournalVisitor {
        @Override
        public void invocation(Chronicle chronicle) {
            boolean doubted = chronicle.state().filter(state -> ListedState.of(state) == ListedState.UNCERTAIN).isPresent();
            if (doubted && characters < fullCharacters) {
                above.add(chronicle.id());
                card(chronicle);
            }
        }

        @Override
        public void damage(Optional<InvocationId> id, Damage damage) {
            // It is met again among all.
        }
    }

    /** Shows in full what was not shown yet, while there is room, then rows. */
    private final class Others implements JournalVisitor {
        private final InvocationRows rows = new InvocationRows(JournalPage.this::put);
        private boolean any;

        @Override
        public void invocation(Chronicle chronicle) {
            any = true;
            boolean seen = above.contains(chronicle.id());
            if (rows.isBegun() || characters >= fullCharacters) {
                rows.add(chronicle, seen ? InvocationRows.Card.ABOVE : InvocationRows.Card.NONE);
            } else if (seen) {
                put("<p><a href=\"#" + InvocationCard.place(chronicle) + "\">" + HtmlText.name(chronicle.id().value())
                        + "</a>: in doubt, shown above</p>");
            } else {
                card(chronicle);
            }
        }

        @Override
        public void damage(Optional<InvocationId> id, Damage damage) {
            any = true;
            rows.end();
            put("<article class=\"damaged\"><h3>" + id.map(each -> HtmlText.name(each.value())).orElse("The journal as a whole") + "</h3>");
            new RecordList(payloads, JournalPage.this::put).write(id, damage);
            put("</article>");
        }

        void end() {
            rows.end();
            if (!any) {
                put("<p>There is none.</p>");
            }
        }
    }
}
