// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.http;

import dev.counterfoil.journal.record.Bounds;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * Reads when to come back: the fields {@code retry-after-ms} and, where that says nothing, {@code Retry-After}. Pure, strict,
 * thread-safe.
 *
 * <p>An amount is digits, perhaps with a point and more digits: milliseconds in the first field, seconds in the second; a part of a
 * millisecond is rounded up. However many the digits, it is at most 2^53 − 1 milliseconds. A negative amount is 0. {@code Retry-After} may
 * also be a date in one of HTTP's three forms, with the right day of the week, in GMT; one that is past is 0.
 *
 * <p>Anything else says nothing: a plus sign, an exponent, blanks around, a list, another date, two fields that differ. It never throws.
 */
public final class RetryAfter {
    private static final String MILLIS = "retry-after-ms";
    private static final String SECONDS = "retry-after";
    private static final Pattern AMOUNT = Pattern.compile("-?[0-9]+(?:\\.[0-9]+)?");
    private static final BigDecimal GREATEST = BigDecimal.valueOf(Bounds.INTEGER);

    /** More digits than any amount within the bound has, before its point or behind it. */
    private static final int DIGITS = 40;

    private RetryAfter() {}

    /**
     * Reads the hint in a head.
     *
     * @param fields the fields by name, in whatever case, each with its values
     * @param now the present, to which a date is compared
     * @return milliseconds from now, 0 to 2^53 − 1; empty where nothing usable is said
     */
    public static OptionalLong millis(Map<String, List<String>> fields, Instant now) {
        OptionalLong millis = only(fields, MILLIS).map(value -> amount(value, 0)).orElse(OptionalLong.empty());
        return millis.isPresent() ? millis : only(fields, SECONDS).map(value -> seconds(value, now)).orElse(OptionalLong.empty());
    }

    private static Optional<String> only(Map<String, List<String>> fields, String name) {
        List<String> values = new ArrayList<>();
        fields.forEach((each, said) -> {
            if (each.equalsIgnoreCase(name)) {
                values.addAll(said);
            }
        });
        return values.stream().distinct().count() == 1 ? Optional.of(values.get(0)) : Optional.empty();
    }

    private static OptionalLong seconds(String value, Instant now) {
        OptionalLong amount = amount(value, 3);
        return amount.isPresent() ? amount : HttpDate.parse(value, now).map(at -> until(at, now)).orElse(OptionalLong.empty());
    }

    private static OptionalLong until(Instant at, Instant now) {
        Duration left = Duration.between(now, at);
        if (left.isNegative()) {
            return OptionalLong.of(0);
        }
        BigDecimal millis = BigDecimal.valueOf(left.getSeconds()).movePointRight(3).add(BigDecimal.valueOf(left.getNano(), 6));
        return OptionalLong.of(clamped(millis));
    }

    /** The amount times ten to the given power. Long numbers are cut where no more of them can matter, so that they cost nothing. */
    private static OptionalLong amount(String value, int power) {
        if (!AMOUNT.matcher(value).matches()) {
            return OptionalLong.empty();
        }
        if (value.charAt(0) == '-') {
            return OptionalLong.of(0);
        }
        int point = value.indexOf('.');
        String whole = (point < 0 ? value : value.substring(0, point)).replaceFirst("^0+(?=[0-9])", "");
        if (whole.length() > DIGITS) {
            return OptionalLong.of(Bounds.INTEGER);
        }
        String part = point < 0 ? "0" : value.substring(point + 1);
        boolean more = part.length() > DIGITS && part.substring(DIGITS).chars().anyMatch(digit -> digit != '0');
        String kept = part.substring(0, Math.min(part.length(), DIGITS)) + (more ? "1" : "");
        return OptionalLong.of(clamped(new BigDecimal(whole + "." + kept).movePointRight(power)));
    }

    private static long clamped(BigDecimal millis) {
        return millis.setScale(0, RoundingMode.CEILING).min(GREATEST).longValueExact();
    }
}
