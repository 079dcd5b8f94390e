// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.plan;

import dev.counterfoil.journal.canonical.JsonPlace;
import dev.counterfoil.journal.canonical.JsonTree;
import dev.counterfoil.scheduler.plan.Amounts;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A member of a request, read by the planner's own rules: numbers are doubles and judged by their value, so {@code 3.0} is whole and
 * {@code true} is no number; a duration is a number of milliseconds or digits with a unit. Immutable.
 *
 * @param value what was written, where anything was
 * @param place where it stands; that of its object where it is missing
 * @param name what it is called in a message
 */
record PlanValue(Optional<JsonTree> value, JsonPlace place, String name) {
    private static final Pattern DURATION = Pattern.compile("0*+([0-9]*+)(ms|s|m|h)");
    private static final Map<String, Long> UNIT_MILLIS = Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L);

    /** Digits of the longest duration; a longer text of digits that begins with another digit than 0 is a longer duration. */
    private static final int DIGITS = 10;

    static PlanValue of(JsonTree.Members object, String name) {
        Optional<JsonTree> value = object.member(name);
        return new PlanValue(value, value.map(JsonTree::place).orElse(object.place()), name);
    }

    /** The same, where null says that it is left out. */
    static PlanValue optional(JsonTree.Members object, String name) {
        PlanValue written = of(object, name);
        return new PlanValue(written.value.filter(value -> !(value instanceof JsonTree.Null)), written.place, name);
    }

    /** The same, called something else in a message: a name that the request chose is not shown. */
    PlanValue called(String what) {
        return new PlanValue(value, place, what);
    }

    boolean isGiven() {
        return value.isPresent();
    }

    PlanRefusedException refuse(PlanRefusal refusal, String wanted) {
        return new PlanRefusedException(refusal, place, name + (isGiven() ? " must be " + wanted : " is missing; it is " + wanted));
    }

    OptionalDouble number() {
        return value.filter(JsonTree.Numeral.class::isInstance)
                .map(given -> OptionalDouble.of(Double.parseDouble(((JsonTree.Numeral) given).text())))
                .orElse(OptionalDouble.empty());
    }

    double finite(PlanRefusal refusal) {
        return number().stream().filter(Double::isFinite).findFirst().orElseThrow(() -> refuse(refusal, "a finite number"));
    }

    double atLeast(double least, PlanRefusal refusal) {
        return number().stream().filter(Double::isFinite).filter(given -> given >= least).findFirst()
                .orElseThrow(() -> refuse(refusal, "a number of at least " + (long) least));
    }

    double within(double least, double most, PlanRefusal refusal, String wanted) {
        return number().stream().filter(given -> given >= least && given <= most).findFirst()
                .orElseThrow(() -> refuse(refusal, wanted));
    }

    double whole(double least, double most, PlanRefusal refusal, String wanted) {
        return number().stream().filter(Amounts::isWhole).filter(given -> given >= least && given <= most).findFirst()
                .orElseThrow(() -> refuse(refusal, wanted));
    }

    Optional<String> text() {
        return value.filter(JsonTree.Text.class::isInstance).map(given -> ((JsonTree.Text) given).value());
    }

    Optional<JsonTree.Members> object() {
        return value.filter(JsonTree.Members.class::isInstance).map(JsonTree.Members.class::cast);
    }

    Optional<JsonTree.Elements> array() {
        return value.filter(JsonTree.Elements.class::isInstance).map(JsonTree.Elements.class::cast);
    }

    double duration() {
        OptionalDouble millis = text().map(PlanValue::spelledMillis).orElseGet(this::number);
        return millis.stream().filter(given -> given >= 0 && given <= Amounts.LONGEST_MILLIS).findFirst()
                .orElseThrow(() -> refuse(PlanRefusal.INVALID_DURATION, "milliseconds from 0 to 2147483647 as a number, or digits and"
                        + " one of ms, s, m, h as a string (\"250ms\")"));
    }

    double duration(double otherwise) {
        return isGiven() ? duration() : otherwise;
    }

    private static OptionalDouble spelledMillis(String text) {
        Matcher form = DURATION.matcher(text);
        // The first character tells "ms" from "0ms": the digits are what is left without leading zeros.
        if (!form.matches() || text.charAt(0) < '0' || text.charAt(0) > '9' || form.group(1).length() > DIGITS) {
            return OptionalDouble.empty();
        }
        long digits = form.group(1).isEmpty() ? 0 : Long.parseLong(form.group(1));
        return OptionalDouble.of((double) digits * UNIT_MILLIS.get(form.group(2)));
    }
}
