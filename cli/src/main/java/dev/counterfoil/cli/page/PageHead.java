// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.page;

import dev.counterfoil.cli.output.HtmlText;
import dev.counterfoil.journal.dump.ListedState;
import dev.counterfoil.journal.dump.Payloads;
import dev.counterfoil.journal.fold.Totals;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The document's head, and the page's: name, counts, totals, ways into the page, what colours and bars mean. Confined. */
final class PageHead {
    private final FirstLook look;
    private final Payloads payloads;
    private final Consumer<String> to;

    PageHead(FirstLook look, Payloads payloads, Consumer<String> to) {
        this.look = look;
        this.payloads = payloads;
        this.to = to;
    }

    void write(String name) {
        long doubts = look.listing().count(ListedState.UNCERTAIN);
        String damaged = look.damages() > 0 ? "damaged, " : "";
        to.accept("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
                + "<meta http-equiv=\"Content-Security-Policy\" content=\""
                + PageStyle.POLICY + "\">\n<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
                + "<meta name=\"color-scheme\" content=\"light dark\">\n<title>" + HtmlText.of(name) + ": " + damaged + doubts
                + " in doubt</title>\n<style>" + PageStyle.CSS + "</style></head><body>");
        to.accept("<header><h1>Journal " + HtmlText.name(name) + "</h1><ul class=\"counts plain\" aria-label=\"Counts\">");
        counts().forEach(count -> to.accept("<li>" + count + "</li>"));
        Totals totals = look.totals();
        to.accept("</ul><p>All together: " + Amount.of(totals.calls(), "call") + ", " + retries(totals.retries()) + ", "
                + Amount.of(totals.failovers(), "failover") + ", " + Amount.of(totals) + "</p>");
        to.accept(payloads == Payloads.SHOWN
                ? "<p class=\"held\">Requests, responses, evidence and keys are shown: keep this page as you keep the journal.</p>"
                : "<p class=\"faint\">Requests, responses, evidence and keys are not shown: digests and lengths only.</p>");
        to.accept("<nav aria-label=\"This page\"><ul class=\"plain\">"
                + (look.damages() > 0 ? "<li><a href=\"#damage\">Damage</a></li>" : "")
                + "<li><a href=\"#doubts\">In doubt</a></li><li><a href=\"#invocations\">Invocations</a></li></ul></nav>");
        legend();
        to.accept("</header>");
    }

    private static String retries(long retries) {
        return Amount.of(retries) + (retries == 1 ? " retry" : " retries");
    }

    private List<String> counts() {
        List<String> counts = new ArrayList<>();
        count(counts, "bad", look.listing().damagedInvocations(), "damaged");
        for (ListedState state : List.of(ListedState.UNCERTAIN, ListedState.OPEN, ListedState.SETTLED, ListedState.STOPPED)) {
            counts.add("<b>" + Amount.of(look.listing().count(state)) + "</b> "
                    + (state == ListedState.UNCERTAIN ? "in doubt" : state.code()));
        }
        count(counts, "faint", look.listing().prunedCount(), "pruned");
        return counts;
    }

    /** What is rarely there is named only where it is. */
    private static void count(List<String> counts, String tone, long number, String what) {
        if (number > 0) {
            counts.add("<b class=\"" + tone + "\">" + Amount.of(number) + "</b> " + what);
        }
    }

    private void legend() {
        to.accept("<ul class=\"legend plain faint\" aria-label=\"Colours of the timelines\">");
        swatch("good", "completed");
        swatch("busy", "no effect, may go on");
        swatch("held", "rejected for good");
        swatch("bad", "uncertain");
        swatch("unended", "no outcome");
        swatch("wait", "waiting");
        to.accept("</ul>");
    }

    private void swatch(String kind, String words) {
        to.accept("<li><svg class=\"swatch\" viewBox=\"0 0 32 16\" aria-hidden=\"true\" focusable=\"false\"><rect class=\"" + kind
                + "\" x=\"2\" y=\"" + (kind.equals("wait") ? 6 : 2) + "\" width=\"28\" height=\"" + (kind.equals("wait") ? 4 : 12)
                + "\"/></svg>" + words + "</li>");
    }
}
