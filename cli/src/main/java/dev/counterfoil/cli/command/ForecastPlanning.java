// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.output.Console;
import dev.counterfoil.cli.output.DamageText;
import dev.counterfoil.cli.output.ExitStatus;
import dev.counterfoil.cli.output.JsonLine;
import dev.counterfoil.cli.plan.PlanLine;
import dev.counterfoil.cli.plan.PlanPage;
import dev.counterfoil.cli.plan.PlanSummary;
import dev.counterfoil.cli.plan.PlanText;
import dev.counterfoil.cli.spec.Dispatchers;
import dev.counterfoil.cli.spec.ProviderConfiguration;
import dev.counterfoil.cli.spec.SpecFile;
import dev.counterfoil.cli.spec.SpecReader;
import dev.counterfoil.journal.chain.Chronicle;
import dev.counterfoil.journal.dump.JournalVisitor;
import dev.counterfoil.journal.fold.FoldStep;
import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.fold.JournalFold;
import dev.counterfoil.journal.fold.Tail;
import dev.counterfoil.journal.record.Coded;
import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Opening;
import dev.counterfoil.journal.record.Stamp;
import dev.counterfoil.scheduler.exec.ExecDispatcher;
import dev.counterfoil.scheduler.forecast.Forecast;
import dev.counterfoil.scheduler.forecast.Forecaster;
import dev.counterfoil.scheduler.plan.Analysis;
import dev.counterfoil.scheduler.plan.Fits;
import dev.counterfoil.scheduler.plan.Planner;
import dev.counterfoil.scheduler.plan.Policy;
import dev.counterfoil.scheduler.plan.Timeline;
import dev.counterfoil.scheduler.runner.Invocation;
import dev.counterfoil.scheduler.runner.Means;
import dev.counterfoil.scheduler.time.SystemTime;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/** Plans invocations: new ones from their specs, begun ones from a journal. Writes and calls nothing. Confined. */
final class ForecastPlanning implements JournalVisitor {
    private static final Dispatchers DISPATCHERS = (command, input) -> new ExecDispatcher(command);

    private final Console console;
    private final Format printed;
    private final Fits enough;
    private final Instant now = SystemTime.wall().instant();
    private ExitStatus status = ExitStatus.DONE;

    /**
     * A planning.
     *
     * @param enough the worst verdict that still ends with 0
     */
    ForecastPlanning(Console console, Format printed, Fits enough) {
        this.console = console;
        this.printed = printed;
        this.enough = enough;
    }

    ExitStatus status() {
        return status;
    }

    void specs(String file) {
        SpecReader reader = new SpecReader(Path.of(""), DISPATCHERS, SystemTime.wall());
        new SpecFile(reader).read(file).forEach(this::fresh);
    }

    private void fresh(Invocation invocation) {
        Means means = invocation.means();
        Opening opening = new Opening(new Stamp(0, now, 1), invocation.bindingAt(now), means.backoff(), Optional.empty());
        InvocationState state = ((FoldStep.Folded) JournalFold.first(opening)).state();
        plan(invocation.id(), Forecaster.of(state, means.backoff(), now), means.attemptTimeout());
    }

    void journal(Path path, String id) {
        JournalReading reading = new JournalReading();
        reading.journal = path;
        reading.show(JournalReading.id(Optional.of(id)), JournalReading.Scope.INVOCATIONS, this, console,
                WalkProgress.Place.BEFORE_RESULTS);
    }

    @Override
    public void invocation(Chronicle chronicle) {
        if (chronicle.damage().isPresent()) {
            return;
        }
        InvocationState state = chronicle.soundState();
        Optional<Means> means = ProviderConfiguration.stored(DISPATCHERS)
                .meansFor(chronicle.id(), state.opening(), chronicle.configuration());
        plan(chronicle.id(), Forecaster.of(state, means.map(Means::backoff).orElse(state.opening().backoff()), now),
                means.flatMap(Means::attemptTimeout));
    }

    @Override
    public void damage(Optional<InvocationId> id, Damage damage) {
        status = status.and(ExitStatus.DAMAGED);
        console.complain(DamageText.of(id, damage));
    }

    private void plan(InvocationId id, Forecast forecast, Optional<Duration> attemptTimeout) {
        OptionalLong each = attemptTimeout.map(time -> OptionalLong.of(time.toMillis())).orElse(OptionalLong.empty());
        Optional<Policy> policy = forecast.policy(each);
        if (policy.isEmpty()) {
            nothing(id, forecast);
            return;
        }
        Analysis analysis = Planner.analyse(policy.get(), forecast.around());
        Timeline timeline = Timeline.of(policy.get());
        console.line(switch (printed) {
            case HTML -> PlanPage.of(analysis, timeline);
            case JSON -> PlanLine.of(id.value(), forecast.then().map(Coded::code), analysis);
            default -> id.value() + " " + PlanText.of(console, analysis, timeline)
                    + forecast.then().map(code -> "\nthen " + code.code()).orElse("");
        });
        Fits fits = PlanSummary.verdict(analysis);
        if (fits.compareTo(enough) > 0) {
            status = status.and(ExitStatus.STOPPED);
            console.complain(id.value() + ": " + (fits == Fits.NO ? "does not fit" : "may not fit") + "; see its plan");
        }
    }

    /** No attempt can be made. */
    private void nothing(InvocationId id, Forecast forecast) {
        String why = forecast.then().map(Coded::code).orElse(forecast.tail().code());
        console.line(printed == Format.JSON
                ? new JsonLine().put("invocation", id.value()).put("then", why).put("attempts", 0).toString()
                : id.value() + " makes no attempt: " + why);
        if (forecast.tail() == Tail.DOUBT) {
            status = status.and(ExitStatus.UNCERTAIN);
            console.complain(id.value() + ": uncertain, what follows depends on what happened; see: counterfoil reconcile");
        } else if (forecast.then().isPresent()) {
            status = status.and(ExitStatus.STOPPED);
            console.complain(id.value() + ": " + why + ", no attempt can be made; see its limits");
        }
    }
}
