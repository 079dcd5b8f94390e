// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.page;

import dev.counterfoil.cli.output.HtmlText;
import dev.counterfoil.journal.dump.MemberText;
import dev.counterfoil.journal.fold.Attempt;
import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.record.Outcome;
import dev.counterfoil.journal.record.OutcomeReason;
import dev.counterfoil.journal.record.Stamp;
import dev.counterfoil.journal.record.Verdict;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The attempts of an invocation under each other, each in a sentence with a bar under it: the wait before it, and how long it took, on one
 * scale from the opening to the last outcome or intent. What came later (a verdict of days after) is in the words only. Confined.
 */
final class AttemptTimeline {
    /** Attempts that are drawn; the others are in the records. */
    private static final int SHOWN = 200;

    private static final double WIDTH = 1_000;
    private static final double LEAST = 4;

    private final InvocationState state;
    private final Instant from;
    private final double millis;
    private final Consumer<String> to;

    AttemptTimeline(InvocationState state, Consumer<String> to) {
        this.state = state;
        this.from = state.opening().stamp().at();
        this.millis = Math.max(1, state.attempts().newest().map(newest -> since(from, told(newest).at())).orElse(0L));
        this.to = to;
    }

    void write() {
        List<Attempt> attempts = state.attempts().toList();
        to.accept("<h4>Timeline</h4>");
        if (attempts.isEmpty()) {
            to.accept("<p>No attempt was made.</p>");
            return;
        }
        to.accept("<p class=\"faint\">Drawn: " + Amount.time((long) millis) + " from " + MemberText.of(from)
                + state.opening().binding().deadline().at().map(AttemptTimeline::deadline).orElse("") + "</p>");
        to.accept("<ol class=\"attempts\" role=\"list\">");
        Optional<Attempt> before = Optional.empty();
        for (Attempt attempt : attempts.subList(0, Math.min(SHOWN, attempts.size()))) {
            attempt(attempt, before);
            before = Optional.of(attempt);
        }
        to.accept("</ol>");
        if (attempts.size() > SHOWN) {
            to.accept("<p>" + Amount.of(attempts.size() - SHOWN, "attempt") + " more; they are in the records below.</p>");
        }
    }

    private static String deadline(Instant at) {
        return "; deadline " + MemberText.of(at);
    }

    private void attempt(Attempt attempt, Optional<Attempt> before) {
        Instant begun = attempt.intent().stamp().at();
        Instant free = before.map(each -> last(each).at()).orElse(begun);
        to.accept("<li><p><b>Attempt " + attempt.intent().ordinal() + "</b>, " + attempt.intent().kind().code() + " at "
                + HtmlText.name(attempt.intent().provider().value()) + ": " + outcome(attempt) + "</p>");
        drawn(attempt, free);
        to.accept("<p class=\"faint\">" + waited(since(free, begun)) + "charged " + Amount.of(attempt.intent().charge())
                + attempt.outcome().map(AttemptTimeline::told).orElse("") + attempt.verdict().map(AttemptTimeline::found).orElse("")
                + "</p></li>");
    }

    /** The class in words, with its colour; how it is known, and after how long. */
    private static String outcome(Attempt attempt) {
        if (attempt.outcome().isEmpty()) {
            return "<span class=\"bad\">no outcome</span>, so uncertain; begun at " + MemberText.of(attempt.intent().stamp().at());
        }
        Outcome outcome = attempt.outcome().get();
        return "<span class=\"" + tone(attempt) + "\">" + outcome.outcomeClass().code() + "</span>"
                + outcome.reason().map(AttemptTimeline::reason).orElse("") + " after "
                + Amount.time(since(attempt.intent().stamp().at(), outcome.stamp().at()));
    }

    private static String reason(OutcomeReason reason) {
        return " (" + reason.code() + ")";
    }

    private static String waited(long millis) {
        return millis == 0 ? "" : "waited " + Amount.time(millis) + " before; ";
    }

    private static String told(Outcome outcome) {
        String used = Amount.of(outcome.observed());
        String hint = outcome.retryAfterMillis().isPresent()
                ? "; asked to wait " + Amount.time(outcome.retryAfterMillis().getAsLong()) : "";
        return (used.isEmpty() ? "" : "; reported " + used) + hint;
    }

    private static String found(Verdict verdict) {
        return "; verdict " + verdict.verdict().code() + " on the ground of a " + verdict.ground().code()
                + verdict.by().map(name -> ", by " + HtmlText.name(name)).orElse("") + ", " + MemberText.of(verdict.stamp().at());
    }

    static String tone(Attempt attempt) {
        return switch (attempt.outcomeClass()) {
            case COMPLETED_WITH_RESPONSE -> "good";
            case UNCERTAIN -> "bad";
            case REJECTED_PERMANENTLY -> "held";
            case NOT_DISPATCHED, REJECTED_BEFORE_PROCESSING, PROVIDER_REPORTED_RETRYABLE -> "busy";
        };
    }

    /** The words beside it say all that the drawing says. */
    private void drawn(Attempt attempt, Instant free) {
        Instant begun = attempt.intent().stamp().at();
        StringBuilder svg = new StringBuilder("<svg class=\"line\" viewBox=\"0 0 1000 16\" preserveAspectRatio=\"none\""
                + " aria-hidden=\"true\" focusable=\"false\">");
        if (free.isBefore(begun)) {
            rect(svg, "wait", at(free), at(begun) - at(free), "y=\"6\" height=\"4\"");
        }
        double start = Math.min(at(begun), WIDTH - LEAST);
        double end = attempt.outcome().map(outcome -> at(outcome.stamp().at())).orElse(WIDTH);
        rect(svg, attempt.outcome().isPresent() ? tone(attempt) : "unended", start, Math.max(LEAST, end - start), "y=\"2\" height=\"12\"");
        state.opening().binding().deadline().at().filter(at -> since(from, at) <= millis).ifPresent(at -> {
            String x = number(at(at));
            svg.append("<line class=\"deadline\" x1=\"").append(x).append("\" x2=\"").append(x).append("\" y1=\"0\" y2=\"16\"/>");
        });
        to.accept(svg.append("</svg>").toString());
    }

    private static void rect(StringBuilder svg, String kind, double x, double width, String place) {
        svg.append("<rect class=\"").append(kind).append("\" x=\"").append(number(x)).append("\" width=\"").append(number(width))
                .append("\" ").append(place).append("/>");
    }

    private double at(Instant instant) {
        return Math.min(WIDTH, since(from, instant) / millis * WIDTH);
    }

    /** The last that was told of an attempt while it was under way. */
    private static Stamp told(Attempt attempt) {
        return attempt.outcome().map(Outcome::stamp).orElse(attempt.intent().stamp());
    }

    private static Stamp last(Attempt attempt) {
        return attempt.verdict().map(Verdict::stamp).orElse(told(attempt));
    }

    private static long since(Instant from, Instant to) {
        return Math.max(0, Duration.between(from, to).toMillis());
    }

    private static String number(double value) {
        return BigDecimal.valueOf(value).setScale(1, RoundingMode.HALF_UP).stripTrailingZeros().toPlainString();
    }
}
