// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.output.Console;
import dev.counterfoil.cli.output.DamageText;
import dev.counterfoil.cli.output.ExitStatus;
import dev.counterfoil.cli.output.JsonLine;
import dev.counterfoil.cli.output.PlainText;
import dev.counterfoil.cli.plan.PlanAnswer;
import dev.counterfoil.cli.plan.PlanLine;
import dev.counterfoil.cli.plan.PlanPage;
import dev.counterfoil.cli.plan.PlanSummary;
import dev.counterfoil.cli.plan.PlanText;
import dev.counterfoil.cli.spec.Dispatchers;
import dev.counterfoil.cli.spec.ProviderConfiguration;
import dev.counterfoil.cli.spec.RetryBudgets;
import dev.counterfoil.cli.spec.SpecFile;
import dev.counterfoil.cli.spec.SpecReader;
import dev.counterfoil.journal.chain.Chronicle;
import dev.counterfoil.journal.dump.JournalVisitor;
import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.fold.Tail;
import dev.counterfoil.journal.record.Coded;
import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.scheduler.budget.SharedRetries;
import dev.counterfoil.scheduler.forecast.Forecast;
import dev.counterfoil.scheduler.forecast.Forecaster;
import dev.counterfoil.scheduler.plan.Analysis;
import dev.counterfoil.scheduler.plan.BudgetLine;
import dev.counterfoil.scheduler.plan.BudgetStatus;
import dev.counterfoil.scheduler.plan.Fits;
import dev.counterfoil.scheduler.plan.Planner;
import dev.counterfoil.scheduler.plan.Policy;
import dev.counterfoil.scheduler.plan.Timeline;
import dev.counterfoil.scheduler.runner.Invocation;
import dev.counterfoil.scheduler.runner.Means;
import dev.counterfoil.scheduler.time.SystemTime;
import java.io.BufferedInputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Plans invocations: new ones from their specs, begun ones from a journal. Writes and calls nothing. Confined. */
final class ForecastPlanning implements JournalVisitor {
    private static final String STDIN = "-";

    private final Console console;
    private final Format printed;
    private final Fits enough;
    private final RetryBudgets budgets;
    private final long hintMillis;
    private final Map<String, Double> asked = new LinkedHashMap<>();
    private final Instant now = SystemTime.wall().instant();
    private ExitStatus status = ExitStatus.DONE;
    private boolean begun;

    /**
     * A planning.
     *
     * @param enough the worst verdict that still ends with 0
     * @param budgets what pays for retries
     * @param hintMillis the longest hint that providers may give; 0 for none
     */
    ForecastPlanning(Console console, Format printed, Fits enough, RetryBudgets budgets, long hintMillis) {
        this.console = console;
        this.printed = printed;
        this.enough = enough;
        this.budgets = budgets;
        this.hintMillis = hintMillis;
    }

    ExitStatus status() {
        return status;
    }

    /** A file is read whole before anything is planned; stdin line by line, and what is no spec there is told and skipped. */
    void specs(String file) {
        SpecFile specs = new SpecFile(new SpecReader(Path.of(""), Dispatchers.UNCALLED, SystemTime.wall(), budgets));
        if (file.equals(STDIN)) {
            specs.stream(new BufferedInputStream(console.in()), this::fresh, refusal -> {
                console.complainAll(refusal.getMessage());
                status = status.and(refusal.status());
            });
            if (!begun && status == ExitStatus.DONE) {
                console.complain("stdin: held no spec, so nothing was planned");
            }
        } else {
            specs.read(file).forEach(this::fresh);
        }
        end();
    }

    /** All that is planned is one page. */
    private void print(String planned) {
        if (printed == Format.HTML && !begun) {
            console.line(PlanPage.begin("Plans"));
        }
        begun = true;
        console.line(planned);
    }

    private void end() {
        tellBudgets();
        if (printed == Format.HTML && begun) {
            console.line(PlanPage.END);
        }
    }

    private void fresh(Invocation invocation) {
        Means means = invocation.means();
        InvocationState state = Forecaster.opened(invocation.bindingAt(now), means.backoff(), now);
        plan(invocation.id(), state, means, means.sharedRetries());
    }

    void journal(Path path, String id) {
        JournalReading reading = new JournalReading();
        reading.journal = path;
        reading.show(JournalReading.id(Optional.of(id)), JournalReading.Scope.INVOCATIONS, this, console,
                WalkProgress.Place.BEFORE_RESULTS);
        end();
    }

    @Override
    public void invocation(Chronicle chronicle) {
        if (chronicle.damage().isPresent()) {
            damage(Optional.of(chronicle.id()), chronicle.damage().get());
            return;
        }
        InvocationState state = chronicle.soundState();
        Optional<Means> means = ProviderConfiguration.stored(Dispatchers.UNCALLED)
                .meansFor(chronicle.id(), state.opening(), chronicle.configuration());
        plan(chronicle.id(), state, means.orElse(new Means(List.of(), state.opening().backoff(), Optional.empty())),
                budgets.all().stream().findFirst());
    }

    @Override
    public void damage(Optional<InvocationId> id, Damage damage) {
        status = status.and(ExitStatus.DAMAGED);
        console.complain(DamageText.of(id, damage));
    }

    /** Alone it may take all of its budget; what it would ask for without is added up for all that share it. */
    private void plan(InvocationId id, InvocationState state, Means means, Optional<SharedRetries> budget) {
        OptionalLong left = budget.map(shared -> OptionalLong.of(shared.left())).orElse(OptionalLong.empty());
        budget.ifPresent(shared -> asked.merge(shared.name(),
                (double) Forecaster.of(state, means.backoff(), now).retries(), Double::sum));
        plan(id, Forecaster.of(state, means.backoff(), now, left, hintMillis), means.attemptTimeout());
    }

    /** Of each budget that was named: whether it pays for all at worst. */
    private void tellBudgets() {
        List<BudgetLine> lines = budgets.all().stream().filter(budget -> asked.containsKey(budget.name()))
                .map(budget -> BudgetLine.of(budget.name(), asked.get(budget.name()), Optional.of(budget.snapshot()))).toList();
        if (!lines.isEmpty()) {
            print(switch (printed) {
                case HTML -> PlanPage.section(PlanSummary.of(lines));
                case JSON -> PlanLine.of(lines);
                default -> PlanSummary.of(lines);
            });
        }
        lines.stream().filter(line -> line.status() == BudgetStatus.EXCEEDED).forEach(line -> {
            status = status.and(ExitStatus.STOPPED);
            console.complain("budget " + PlainText.line(line.key()) + ": exceeded at worst; raise it, or lower max_retries");
        });
    }

    private void plan(InvocationId id, Forecast forecast, Optional<Duration> attemptTimeout) {
        OptionalLong each = attemptTimeout.map(time -> OptionalLong.of(time.toMillis())).orElse(OptionalLong.empty());
        Optional<Policy> policy = forecast.policy(each);
        if (policy.isEmpty()) {
            nothing(id, forecast);
            return;
        }
        Analysis analysis = Planner.analyse(policy.get(), forecast.around());
        PlanAnswer answer = PlanAnswer.of(analysis, PlanAnswer.POLICY);
        List<String> below = below(forecast, analysis);
        print(switch (printed) {
            case HTML -> PlanPage.section(id.value(), answer, Timeline.of(policy.get(), PlanPage.ROWS), below);
            case JSON -> PlanLine.of(id.value(), forecast.then().map(Coded::code), hintMillis, analysis);
            default -> PlainText.line(id.value()) + " " + PlanText.of(console, answer, Timeline.of(policy.get(), PlanText.ROWS)) + "\n"
                    + String.join("\n", below);
        });
        Fits fits = answer.verdict();
        if (fits.compareTo(enough) > 0) {
            status = status.and(ExitStatus.STOPPED);
            console.complain(id.value() + ": " + (fits == Fits.NO ? "does not fit" : "may not fit") + "; see its plan");
        }
    }

    /** Why no attempt follows, and what of hints is in the waits. */
    private List<String> below(Forecast forecast, Analysis analysis) {
        List<String> below = new ArrayList<>();
        forecast.then().ifPresent(code -> below.add("then " + code.code()));
        if (forecast.attempts().stream().anyMatch(attempt -> attempt.delay().hinted())) {
            OptionalDouble headroom = analysis.repetitions().get(0).retryAfterHeadroomMillis();
            String planned = hintMillis == 0 ? "no Retry-After" : "a Retry-After of " + hintMillis + "ms";
            String room = headroom.isPresent() ? "; with up to " + Math.round(headroom.getAsDouble()) + "ms it fits" : "";
            below.add(planned + " is planned before a retry, and a longer one is waited" + room);
        }
        return below;
    }

    /** No attempt can be made. */
    private void nothing(InvocationId id, Forecast forecast) {
        String why = forecast.then().map(Coded::code).orElse(forecast.tail().code());
        print(switch (printed) {
            case HTML -> PlanPage.section(id.value() + " makes no attempt: " + why);
            case JSON -> new JsonLine().put("invocation", id.value()).put("then", why).put("attempts", 0).toString();
            default -> PlainText.line(id.value()) + " makes no attempt: " + why;
        });
        if (forecast.tail() == Tail.DOUBT) {
            status = status.and(ExitStatus.UNCERTAIN);
            console.complain(id.value() + ": uncertain, or still running under its owner; what follows depends on what happened, see:"
                    + " counterfoil reconcile");
        } else if (forecast.then().isPresent()) {
            status = status.and(ExitStatus.STOPPED);
            console.complain(id.value() + ": " + why + ", no attempt can be made; see its limits");
        }
    }
}
