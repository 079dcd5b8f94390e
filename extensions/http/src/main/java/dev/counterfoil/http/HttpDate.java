// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.http;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The three spellings of an instant in HTTP (RFC 9110, 5.6.7), read strictly: the letters as they are written there, the day of the week
 * that it was, GMT. A leap second is the second after it.
 */
final class HttpDate {
    private static final List<String> DAYS = List.of("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday");
    private static final List<String> MONTHS =
            List.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");
    private static final String CLOCK = "(?<hour>[0-9]{2}):(?<minute>[0-9]{2}):(?<second>[0-9]{2})";
    private static final String MONTH = "(?<month>[A-Z][a-z]{2})";

    /** As {@code Sun, 06 Nov 1994 08:49:37 GMT}. */
    private static final Pattern FIXED =
            Pattern.compile("(?<weekday>[A-Z][a-z]{2}), (?<day>[0-9]{2}) " + MONTH + " (?<year>[0-9]{4}) " + CLOCK + " GMT");

    /** As {@code Sunday, 06-Nov-94 08:49:37 GMT}. */
    private static final Pattern OF_RFC_850 =
            Pattern.compile("(?<weekday>[A-Z][a-z]{5,8}), (?<day>[0-9]{2})-" + MONTH + "-(?<year>[0-9]{2}) " + CLOCK + " GMT");

    /** As {@code Sun Nov  6 08:49:37 1994}. */
    private static final Pattern OF_C =
            Pattern.compile("(?<weekday>[A-Z][a-z]{2}) " + MONTH + " (?<day>[0-9]{2}| [0-9]) " + CLOCK + " (?<year>[0-9]{4})");

    private static final int CENTURY = 100;
    private static final int FUTURE_YEARS = 50;
    private static final int LEAP_SECOND = 60;
    private static final int SHORT = 3;

    private HttpDate() {}

    /** The instant; two digits of a year are of the century in which it is no more than 50 years ahead. */
    static Optional<Instant> parse(String text, Instant now) {
        for (Pattern form : List.of(FIXED, OF_RFC_850, OF_C)) {
            Matcher matcher = form.matcher(text);
            if (matcher.matches()) {
                return instant(matcher, now);
            }
        }
        return Optional.empty();
    }

    private static Optional<Instant> instant(Matcher read, Instant now) {
        try {
            int second = number(read, "second");
            int month = MONTHS.indexOf(read.group("month")) + 1;
            LocalDateTime time = LocalDate.of(year(read, now), month, number(read, "day"))
                    .atTime(number(read, "hour"), number(read, "minute"), second == LEAP_SECOND ? second - 1 : second)
                    .plusSeconds(second == LEAP_SECOND ? 1 : 0);
            LocalDate day = second == LEAP_SECOND ? time.minusSeconds(1).toLocalDate() : time.toLocalDate();
            return isNamed(read.group("weekday"), day.getDayOfWeek()) ? Optional.of(time.toInstant(ZoneOffset.UTC)) : Optional.empty();
        } catch (DateTimeException noSuchDay) {
            return Optional.empty();
        }
    }

    private static int year(Matcher read, Instant now) {
        int year = number(read, "year");
        if (read.group("year").length() > 2) {
            return year;
        }
        int present = now.atOffset(ZoneOffset.UTC).getYear();
        int inThisCentury = present - Math.floorMod(present, CENTURY) + year;
        if (inThisCentury > present + FUTURE_YEARS) {
            return inThisCentury - CENTURY;
        }
        return inThisCentury + CENTURY <= present + FUTURE_YEARS ? inThisCentury + CENTURY : inThisCentury;
    }

    private static int number(Matcher read, String group) {
        return Integer.parseInt(read.group(group).strip());
    }

    private static boolean isNamed(String name, DayOfWeek day) {
        String whole = DAYS.get(day.getValue() - 1);
        return name.equals(name.length() == SHORT ? whole.substring(0, SHORT) : whole);
    }
}
