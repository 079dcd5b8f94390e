// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.question;

import dev.counterfoil.fixtures.simulator.Evidence;
import dev.counterfoil.fixtures.simulator.Layer;
import dev.counterfoil.fixtures.simulator.Request;
import dev.counterfoil.fixtures.simulator.Run;
import dev.counterfoil.fixtures.simulator.Setting;
import dev.counterfoil.fixtures.simulator.Simulation;
import dev.counterfoil.fixtures.simulator.Status;
import dev.counterfoil.fixtures.simulator.Step;
import dev.counterfoil.fixtures.simulator.Waits;
import dev.counterfoil.journal.canonical.JsonTree;

/** Reads a scenario of the retry controller. Pure; thread-safe. */
public final class ScenarioQuestion {
    private ScenarioQuestion() {}

    /**
     * Reads {@code {"config"}} and runs it.
     *
     * @param value the question
     * @return what came of it
     * @throws QuestionException where it is none, or would make too many calls
     */
    public static Run run(JsonTree value) {
        Question config = Question.of(value, "config").object("config", "mode", "start_tick", "timeout_ticks", "max_dispatches",
                "cancel_at_tick", "layers", "request", "script");
        Simulation simulation = config.checked(() -> new Simulation(setting(config),
                config.elements("script").stream().map(ScenarioQuestion::step).toList()));
        return config.checked(simulation::run);
    }

    private static Setting setting(Question config) {
        return new Setting(
                config.word("mode", Setting.Mode.class),
                config.whole("start_tick"),
                config.whole("timeout_ticks"),
                config.whole("max_dispatches"),
                config.wholeOrNull("cancel_at_tick"),
                config.elements("layers").stream().map(ScenarioQuestion::layer).toList(),
                request(config.object("request", "operation", "scope", "key", "payload", "read_only", "declared_idempotent")));
    }

    private static Layer layer(JsonTree value) {
        Question layer = Question.of(value, "name", "retries", "backoff");
        return layer.checked(() -> new Layer(layer.text("name"), layer.count("retries"), waits(layer.value("backoff"))));
    }

    private static Waits waits(JsonTree value) {
        Waits.Kind kind = Question.wordOf(value, "kind", Waits.Kind.class);
        return switch (kind) {
            case NONE -> {
                Question.of(value, "kind");
                yield Waits.none();
            }
            case FIXED -> {
                Question waits = Question.of(value, "kind", "base");
                yield waits.checked(() -> new Waits(kind, waits.whole("base"), Long.MAX_VALUE));
            }
            default -> {
                Question waits = Question.of(value, "kind", "base", "cap");
                yield waits.checked(() -> new Waits(kind, waits.whole("base"), waits.whole("cap")));
            }
        };
    }

    private static Request request(Question request) {
        return request.checked(() -> new Request(request.text("operation"), request.text("scope"), request.textOrNull("key"),
                request.text("payload"), request.truth("read_only"), request.truth("declared_idempotent")));
    }

    private static Step step(JsonTree value) {
        Question step = Question.of(value, "ticks", "cooperative", "status", "reason", "evidence", "effect_id");
        return step.checked(() -> new Step(step.whole("ticks"), step.truth("cooperative"), step.word("status", Status.class),
                step.text("reason"), step.wordOrNull("evidence", Evidence.class), step.textOrNull("effect_id")));
    }
}
