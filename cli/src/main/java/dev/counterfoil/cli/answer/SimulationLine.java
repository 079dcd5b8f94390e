// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.answer;

import dev.counterfoil.cli.output.JsonLine;
import dev.counterfoil.fixtures.simulator.Layer;
import dev.counterfoil.fixtures.simulator.Request;
import dev.counterfoil.fixtures.simulator.Setting;
import dev.counterfoil.fixtures.simulator.Simulation;
import dev.counterfoil.fixtures.simulator.Step;
import dev.counterfoil.fixtures.simulator.Waits;
import dev.counterfoil.journal.record.Coded;

/** What the controller is told, as the {@code config} that {@code simulate} reads. Pure; thread-safe. */
final class SimulationLine {
    private SimulationLine() {}

    static JsonLine of(Simulation simulation) {
        Setting setting = simulation.setting();
        return new JsonLine()
                .put("mode", setting.mode().code())
                .put("start_tick", setting.startTick())
                .put("timeout_ticks", setting.timeoutTicks())
                .put("max_dispatches", setting.maxDispatches())
                .put("cancel_at_tick", setting.cancelAtTick())
                .put("layers", setting.layers().stream().map(SimulationLine::layer).toList())
                .put("request", request(setting.request()))
                .put("script", simulation.script().stream().map(SimulationLine::step).toList());
    }

    private static JsonLine layer(Layer layer) {
        return new JsonLine().put("name", layer.name()).put("retries", layer.retries()).put("backoff", waits(layer.waits()));
    }

    private static JsonLine waits(Waits waits) {
        JsonLine line = new JsonLine().put("kind", waits.kind().code());
        return switch (waits.kind()) {
            case NONE -> line;
            case FIXED -> line.put("base", waits.base());
            default -> line.put("base", waits.base()).put("cap", waits.cap());
        };
    }

    private static JsonLine request(Request request) {
        JsonLine line = new JsonLine()
                .put("operation", request.operation())
                .put("scope", request.scope())
                .put("key", request.key())
                .put("payload", request.payload());
        return truth(truth(line, "read_only", request.readOnly()), "declared_idempotent", request.declaredIdempotent());
    }

    private static JsonLine step(Step step) {
        return truth(new JsonLine().put("ticks", step.ticks()), "cooperative", step.cooperative())
                .put("status", step.status().code())
                .put("reason", step.reason())
                .put("evidence", step.evidence().map(Coded::code))
                .put("effect_id", step.effectId());
    }

    static JsonLine truth(JsonLine line, String name, boolean value) {
        return value ? line.yes(name) : line.no(name);
    }
}
