// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.spec;

import dev.counterfoil.journal.canonical.JsonPlace;
import dev.counterfoil.journal.canonical.JsonTree;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.Limits;
import dev.counterfoil.scheduler.limits.EffectiveLimits;
import dev.counterfoil.scheduler.limits.LimitSource;
import dev.counterfoil.scheduler.limits.LimitsDecision;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads limits, flat or of three sources, and the forms of a deadline that may stand for the relative limit. */
final class LimitsReader {
    /** What stands for {@code max_latency_millis}: at the top of the spec or, flat, among the limits. */
    static final List<String> DEADLINES = List.of("deadline_at_millis", "deadline_at");

    private static final List<String> SOURCES = List.of("source", "deployment", "invocation");
    private static final String[] DIMENSIONS = Arrays.stream(Dimension.values()).map(Dimension::code).toArray(String[]::new);
    private static final Pattern RFC_3339 = Pattern.compile(
            "[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?([Zz]|[+-][0-9]{2}:[0-9]{2})");

    private LimitsReader() {}

    /** Limits that make sense, and the deadline where it is an instant. Immutable. */
    record Read(Limits limits, Optional<Instant> deadlineAt) {}

    static Read read(SpecObject spec) {
        JsonTree value = spec.required("limits");
        boolean bySource = value instanceof JsonTree.Members members
                && SOURCES.stream().anyMatch(source -> members.member(source).isPresent());
        SpecObject object = SpecObject.of(spec.source(), value, bySource ? SOURCES.toArray(String[]::new) : flatMembers());
        LimitsDecision decision = bySource
                ? EffectiveLimits.intersectGivingCalls(
                        source(object, "source"), source(object, "deployment"), source(object, "invocation"))
                : EffectiveLimits.intersectGivingCalls(LimitSource.unbounded(), LimitSource.unbounded(), numbers(object));
        if (decision instanceof LimitsDecision.Rejected rejected) {
            throw object.refuse(rejected.dimension().code(), rejected.message());
        }
        Limits limits = ((LimitsDecision.Effective) decision).limits().limits();
        if (limits.of(Dimension.MAX_RESPONSE_BYTES).most().orElse(0) > Bounds.RESPONSE_BYTES_AT_MOST) {
            throw object.refuse("max_response_bytes", "max_response_bytes is at most " + Bounds.RESPONSE_BYTES_AT_MOST);
        }
        return new Read(limits, deadline(spec, object, limits));
    }

    private static String[] flatMembers() {
        return Stream.concat(Arrays.stream(DIMENSIONS), DEADLINES.stream()).toArray(String[]::new);
    }

    private static LimitSource source(SpecObject object, String name) {
        return object.member(name)
                .map(value -> numbers(SpecObject.of(object.source(), value, DIMENSIONS)))
                .orElse(LimitSource.unbounded());
    }

    private static LimitSource numbers(SpecObject object) {
        LimitSource source = LimitSource.unbounded();
        for (Dimension dimension : Dimension.values()) {
            OptionalLong number = object.ceiling(dimension.code());
            if (number.isPresent()) {
                source = source.with(dimension, number.getAsLong());
            }
        }
        return source;
    }

    private static Optional<Instant> deadline(SpecObject spec, SpecObject limits, Limits effective) {
        List<Given> given = Stream.of(spec, limits)
                .flatMap(object -> DEADLINES.stream().flatMap(name -> object.member(name).map(value -> new Given(name, value)).stream()))
                .toList();
        boolean relative = effective.of(Dimension.MAX_LATENCY_MILLIS).most().isPresent();
        if (given.size() > 1 || relative && !given.isEmpty()) {
            JsonPlace second = given.get(given.size() - 1).value().place();
            throw spec.source().refuse(second, "a second deadline; give one of max_latency_millis, " + String.join(", ", DEADLINES));
        }
        return given.stream().findFirst().map(each -> each.name().equals("deadline_at")
                ? instant(spec, each.value())
                : Instant.ofEpochMilli(spec.whole(each.value())));
    }

    /** Where the deadline stands; where there is none, the limits. */
    static JsonPlace placeOfDeadline(SpecObject spec) {
        Stream<JsonTree> limits = spec.member("limits").stream();
        return limits.flatMap(object -> Stream.concat(Stream.of(object), SOURCES.stream().flatMap(name -> member(object, name))))
                .flatMap(object -> member(object, Dimension.MAX_LATENCY_MILLIS.code()))
                .filter(value -> !(value instanceof JsonTree.Null))
                .findFirst()
                .map(JsonTree::place)
                .orElse(spec.placeOf("limits"));
    }

    private static Stream<JsonTree> member(JsonTree object, String name) {
        return object instanceof JsonTree.Members members ? members.member(name).stream() : Stream.empty();
    }

    private record Given(String name, JsonTree value) {}

    private static Instant instant(SpecObject spec, JsonTree value) {
        String text = spec.text(value);
        if (!RFC_3339.matcher(text).matches()) {
            throw spec.source().refuse(value.place(), "must be an RFC 3339 instant, as 2030-01-31T12:00:00Z");
        }
        try {
            return OffsetDateTime.parse(text.toUpperCase(Locale.ROOT)).toInstant().truncatedTo(ChronoUnit.MILLIS);
        } catch (DateTimeParseException noSuchInstant) {
            throw spec.source().refuse(value.place(), "is no instant of the calendar");
        }
    }
}
