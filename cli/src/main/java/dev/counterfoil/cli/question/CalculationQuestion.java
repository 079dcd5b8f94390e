// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.question;

import dev.counterfoil.fixtures.simulator.AttemptPlan;
import dev.counterfoil.fixtures.simulator.Calculation;
import dev.counterfoil.fixtures.simulator.IndependentAttempts;
import dev.counterfoil.fixtures.simulator.LayeredAttempts;
import dev.counterfoil.fixtures.simulator.Waits;
import dev.counterfoil.journal.canonical.JsonTree;
import java.math.BigDecimal;
import java.util.regex.Pattern;

/** Reads what the simulator of attempts is asked. Pure; thread-safe. */
public final class CalculationQuestion {
    private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,9}(\\.[0-9]{1,99})?");

    private CalculationQuestion() {}

    /**
     * Reads {@code {"kind","config"}}.
     *
     * @param value the question
     * @return what is to be calculated
     * @throws QuestionException where it is no question
     */
    public static Calculation read(JsonTree value) {
        Question question = Question.of(value, "kind", "config");
        return switch (question.word("kind", CalculationKind.class)) {
            case ATTEMPTS -> attempts(question.object("config", "start_ms", "allowance_ms", "reserve_ms", "min_attempt_ms", "max_attempts",
                    "backoff", "failed_ms", "success_ms"));
            case INDEPENDENCE -> independence(question.object("config", "success_probability", "max_attempts"));
            case LAYERED -> layered(question.object("config", "attempts_per_layer"));
        };
    }

    private static Calculation attempts(Question config) {
        return config.checked(() -> new AttemptPlan(
                config.whole("start_ms"),
                config.whole("allowance_ms"),
                config.whole("reserve_ms"),
                config.whole("min_attempt_ms"),
                config.whole("max_attempts"),
                waits(config.object("backoff", "kind", "base_ms", "cap_ms")),
                config.wholes("failed_ms"),
                config.whole("success_ms")));
    }

    private static Waits waits(Question backoff) {
        Waits.Kind kind = backoff.word("kind", Waits.Kind.class);
        if (kind == Waits.Kind.NONE) {
            throw backoff.invalid("kind", "must be fixed, linear or exponential");
        }
        return backoff.checked(() -> new Waits(kind, backoff.whole("base_ms"), backoff.whole("cap_ms")));
    }

    private static Calculation independence(Question config) {
        String chance = config.text("success_probability");
        if (!DECIMAL.matcher(chance).matches()) {
            throw config.invalid("success_probability", "must be digits, with or without a point and digits behind it");
        }
        return config.checked(() -> new IndependentAttempts(new BigDecimal(chance), config.count("max_attempts")));
    }

    private static Calculation layered(Question config) {
        LayeredAttempts layered = config.checked(() -> new LayeredAttempts(config.wholes("attempts_per_layer")));
        config.checked(layered::leafCalls);
        return layered;
    }
}
