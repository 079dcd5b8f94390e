// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.record.Bounds;
import java.math.BigInteger;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterTest {
    private static final Instant NOW = Instant.parse("1994-11-06T08:49:30.500Z");
    private static final long GREATEST = Bounds.INTEGER;

    private static OptionalLong read(String value) {
        return RetryAfter.millis(Map.of("Retry-After", List.of(value)), NOW);
    }

    private static long until(String instant) {
        return Instant.parse(instant).toEpochMilli() - NOW.toEpochMilli();
    }

    static Stream<Arguments> hints() {
        return Stream.of(
                Arguments.of("0", 0L), Arguments.of("-0", 0L), Arguments.of("120", 120_000L), Arguments.of("000120", 120_000L),
                Arguments.of("1.5", 1_500L), Arguments.of("0.0001", 1L), Arguments.of("0.001", 1L), Arguments.of("0.0010000", 1L),
                Arguments.of("1.0000000000000000000000000000000000000000000001", 1_001L), Arguments.of("-3", 0L), Arguments.of("-1.5", 0L),
                Arguments.of("9007199254740.991", GREATEST), Arguments.of("9007199254740.990", GREATEST - 1),
                Arguments.of("9007199254740.9901", GREATEST), Arguments.of("9007199254740.992", GREATEST),
                Arguments.of("9223372036854775808", GREATEST), Arguments.of("9".repeat(400), GREATEST), Arguments.of("0".repeat(400), 0L),
                Arguments.of("0".repeat(399) + "7", 7_000L), Arguments.of("Sun, 06 Nov 1994 08:49:37 GMT", 6_500L),
                Arguments.of("Sunday, 06-Nov-94 08:49:37 GMT", 6_500L), Arguments.of("Sun Nov  6 08:49:37 1994", 6_500L),
                Arguments.of("Sun Nov 06 08:49:37 1994", 6_500L), Arguments.of("Sun, 06 Nov 1994 08:49:30 GMT", 0L),
                Arguments.of("Sun, 06 Nov 1994 08:49:31 GMT", 500L), Arguments.of("Thu, 01 Jan 1970 00:00:00 GMT", 0L),
                Arguments.of("Fri, 31 Dec 9999 23:59:59 GMT", until("9999-12-31T23:59:59Z")),
                Arguments.of("Tuesday, 01-Jan-41 00:00:00 GMT", until("2041-01-01T00:00:00Z")),
                Arguments.of("Sun, 06 Nov 1994 08:49:60 GMT", 29_500L));
    }

    @ParameterizedTest
    @MethodSource("hints")
    void a_usable_hint_is_milliseconds_from_now(String value, long millis) {
        assertEquals(OptionalLong.of(millis), read(value));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "", " ", "+3", " 120", "120 ", "1e3", "12abc", "NaN", "Infinity", "0x10", "1.", ".5", "1.5.5", "1,5", "120, 60", "--3", "-", "-3x",
        "\u0661\u0662", "\uff11", "120s", "1 000", "1_000", "null", "soon", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC",
        "Sun, 06 Nov 1994 08:49:37 +0000", "sun, 06 nov 1994 08:49:37 gmt", "Mon, 06 Nov 1994 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT",
        "Sun, 31 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
        "Sun, 06 Nov 94 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT", "Sunday, 06 Nov 94 08:49:37 GMT", "Sun Nov 6 08:49:37 1994",
        "Sun Nov  6 08:49:37 94", "Monday, 06-Nov-94 08:49:37 GMT", "1994-11-06T08:49:37Z", "Sun, 06 Nov 1994 08:49:37 GMT "})
    void A16_anything_else_says_nothing_and_never_throws(String value) {
        assertEquals(OptionalLong.empty(), read(value));
        assertEquals(OptionalLong.empty(), RetryAfter.millis(Map.of("retry-after-ms", List.of(value)), NOW));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "-0.5", "-99999999999999999999", "Sun, 06 Nov 1994 08:49:29 GMT", "Saturday, 05-Nov-94 08:49:37 GMT"})
    void A15_negative_or_past_is_no_wait(String value) {
        assertEquals(OptionalLong.of(0), read(value));
    }

    @Test
    void A17_zero_is_a_hint_and_not_the_lack_of_one() {
        assertEquals(OptionalLong.of(0), read("0"));
        assertEquals(OptionalLong.of(0), RetryAfter.millis(Map.of("Retry-After-Ms", List.of("0"), "Retry-After", List.of("9")), NOW));
    }

    @Test
    void milliseconds_come_before_seconds_and_what_is_malformed_before_nothing() {
        assertEquals(OptionalLong.of(1_501), RetryAfter.millis(
                Map.of("retry-after", List.of("9"), "RETRY-AFTER-MS", List.of("1500.2")), NOW));
        assertEquals(OptionalLong.of(9_000), RetryAfter.millis(Map.of("retry-after", List.of("9"), "retry-after-ms", List.of("+1")), NOW));
        assertEquals(OptionalLong.of(9_000), RetryAfter.millis(
                Map.of("retry-after", List.of("9"), "retry-after-ms", List.of("Sun, 06 Nov 1994 08:49:37 GMT")), NOW));
        assertEquals(OptionalLong.empty(), RetryAfter.millis(Map.of(), NOW));
    }

    @Test
    void two_fields_that_differ_say_nothing() {
        assertEquals(OptionalLong.empty(), RetryAfter.millis(Map.of("Retry-After", List.of("1", "2")), NOW));
        assertEquals(OptionalLong.of(1_000), RetryAfter.millis(Map.of("Retry-After", List.of("1", "1")), NOW));
        assertEquals(OptionalLong.empty(), RetryAfter.millis(Map.of("Retry-After", List.of()), NOW));
    }

    /** The oracle counts in whole numbers of tiny parts, and writes dates with its own tables. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void it_agrees_with_an_oracle_that_counts_otherwise(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 3_000; i++) {
            String whole = digits(random, 1 + random.nextInt(random.nextInt(8) == 0 ? 60 : 14));
            String part = random.nextBoolean() ? digits(random, 1 + random.nextInt(random.nextInt(8) == 0 ? 60 : 6)) : "";
            String value = part.isEmpty() ? whole : whole + "." + part;
            BigInteger unit = BigInteger.TEN.pow(part.length());
            BigInteger thousand = new BigInteger(whole + part).multiply(BigInteger.valueOf(1_000));
            BigInteger millis = thousand.add(unit).subtract(BigInteger.ONE).divide(unit).min(BigInteger.valueOf(GREATEST));
            assertEquals(OptionalLong.of(millis.longValueExact()), read(value), value);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {4, 5})
    void a_date_reads_the_same_in_all_three_forms(long seed) {
        String[] days = {"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"};
        String[] months = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 1_000; i++) {
            long second = random.nextLong(NOW.getEpochSecond() - 40L * 31_556_952, NOW.getEpochSecond() + 49L * 31_556_952);
            LocalDateTime at = LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC);
            String day = days[DayOfWeek.from(at).getValue() - 1];
            String month = months[at.getMonthValue() - 1];
            String clock = two(at.getHour()) + ":" + two(at.getMinute()) + ":" + two(at.getSecond());
            OptionalLong left = OptionalLong.of(Math.max(0, second * 1_000 - NOW.toEpochMilli()));
            String fixed = day.substring(0, 3) + ", " + two(at.getDayOfMonth()) + " " + month + " " + at.getYear() + " " + clock + " GMT";
            String old = day + ", " + two(at.getDayOfMonth()) + "-" + month + "-" + two(at.getYear() % 100) + " " + clock + " GMT";
            String ofC = day.substring(0, 3) + " " + month + " " + (at.getDayOfMonth() < 10 ? " " : "") + at.getDayOfMonth() + " " + clock
                    + " " + at.getYear();
            assertEquals(left, read(fixed), fixed);
            assertEquals(left, read(old), old);
            assertEquals(left, read(ofC), ofC);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {6, 7})
    void whatever_is_written_is_between_nothing_and_the_greatest(long seed) {
        String[] seeds = {"Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "120", "-3.25"};
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 5_000; i++) {
            StringBuilder value = new StringBuilder(seeds[random.nextInt(seeds.length)]);
            for (int change = random.nextInt(4); change > 0; change--) {
                value.setCharAt(random.nextInt(value.length()), (char) random.nextInt(32, 128));
            }
            OptionalLong read = read(value.toString());
            assertTrue(read.isEmpty() || read.getAsLong() >= 0 && read.getAsLong() <= GREATEST, value.toString());
        }
    }

    private static String digits(SplittableRandom random, int length) {
        StringBuilder digits = new StringBuilder();
        for (int i = 0; i < length; i++) {
            digits.append((char) ('0' + random.nextInt(10)));
        }
        return digits.toString();
    }

    private static String two(int number) {
        return (number < 10 ? "0" : "") + number;
    }
}
