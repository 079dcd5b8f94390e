// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.canonical.JsonTree;
import dev.counterfoil.journal.record.Bounds;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a reply says of itself is taken whole or not at all, and what is not said is not nothing. */
final class UsageReaderTest {
    private static UsageReport read(String reply) {
        return UsageReader.read((JsonTree.Members) ChatJson.read(reply));
    }

    private static String spelled(UsageReport report) {
        return report.match(new UsageReport.Cases<>(
                told -> number(told.contextTokens()) + " " + number(told.outputTokens()) + " " + told.cachedTokens(),
                unsound -> unsound.fault().code() + " " + unsound.member()));
    }

    private static String number(OptionalLong number) {
        return number.isPresent() ? Long.toString(number.getAsLong()) : "?";
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        // not said
        "? ? 0 | {}",
        "? ? 0 | {\"usage\":null}",
        "? ? 0 | {\"usage\":{}}",
        "? ? 0 | {\"usage\":{\"prompt_tokens\":null,\"completion_tokens\":null,\"total_tokens\":9}}",
        "? ? 0 | {\"usage\":{\"input_tokens\":5,\"output_tokens\":6}}",
        "? ? 0 | {\"choices\":[{\"usage\":{\"prompt_tokens\":5}}]}",
        "5 ? 0 | {\"usage\":{\"prompt_tokens\":5}}",
        "? 6 0 | {\"usage\":{\"completion_tokens\":6}}",
        // said
        "0 0 0 | {\"usage\":{\"prompt_tokens\":0,\"completion_tokens\":0,\"total_tokens\":0}}",
        "5 6 0 | {\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":6,\"total_tokens\":11,\"cost\":0.1,\"new\":[{}]}}",
        "5 6 0 | {\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":6,\"prompt_tokens_details\":null}}",
        "5 6 5 | {\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":6,\"prompt_tokens_details\":{\"cached_tokens\":5}}}",
        "5 6 0 | {\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":6,\"completion_tokens_details\":{\"reasoning_tokens\":6}}}",
        "2251799813685247 0 0 | {\"usage\":{\"prompt_tokens\":2251799813685247,\"completion_tokens\":0}}",
        // what a model writes for itself, in the total only
        "5 30 0 | {\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":6,\"total_tokens\":35}}",
        "5 30 0 | {\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":6,\"total_tokens\":35,"
                + "\"completion_tokens_details\":{\"reasoning_tokens\":24}}}",
        // not sound
        "not_an_object usage | {\"usage\":7}",
        "not_an_object usage | {\"usage\":[5,6]}",
        "not_an_object usage | {\"usage\":\"prompt_tokens=5\"}",
        "not_a_count prompt_tokens | {\"usage\":{\"prompt_tokens\":\"5\",\"completion_tokens\":6}}",
        "not_a_count prompt_tokens | {\"usage\":{\"prompt_tokens\":-5,\"completion_tokens\":6}}",
        "not_a_count prompt_tokens | {\"usage\":{\"prompt_tokens\":-0,\"completion_tokens\":6}}",
        "not_a_count prompt_tokens | {\"usage\":{\"prompt_tokens\":5.0,\"completion_tokens\":6}}",
        "not_a_count completion_tokens | {\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":6.5}}",
        "not_a_count completion_tokens | {\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":6e0}}",
        "not_a_count completion_tokens | {\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":1e400}}",
        "not_a_count completion_tokens | {\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":true}}",
        "not_a_count completion_tokens | {\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":{}}}",
        "not_a_count total_tokens | {\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":6,\"total_tokens\":\"11\"}}",
        "too_large prompt_tokens | {\"usage\":{\"prompt_tokens\":2251799813685248,\"completion_tokens\":6}}",
        "too_large prompt_tokens | {\"usage\":{\"prompt_tokens\":99999999999999999999999999,\"completion_tokens\":6}}",
        "total_below_parts total_tokens | {\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":6,\"total_tokens\":10}}",
        "total_below_parts total_tokens | {\"usage\":{\"prompt_tokens\":5,\"total_tokens\":4}}",
        "part_exceeds_whole prompt_tokens_details.cached_tokens | {\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":6,"
                + "\"prompt_tokens_details\":{\"cached_tokens\":6}}}",
        "part_exceeds_whole prompt_tokens_details.cached_tokens | {\"usage\":{\"prompt_tokens_details\":{\"cached_tokens\":6}}}",
        "part_exceeds_whole completion_tokens_details.reasoning_tokens | {\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":6,"
                + "\"completion_tokens_details\":{\"reasoning_tokens\":7}}}",
        "not_an_object prompt_tokens_details | {\"usage\":{\"prompt_tokens\":5,\"prompt_tokens_details\":7}}",
        "not_a_count prompt_tokens_details.cached_tokens | {\"usage\":{\"prompt_tokens\":5,"
                + "\"prompt_tokens_details\":{\"cached_tokens\":-1}}}",
    })
    void usage_is(String expected, String reply) {
        assertEquals(expected, spelled(read(reply)));
    }

    @Test
    void whatever_numbers_stand_there_what_is_taken_is_within_bounds_and_never_less_than_what_is_said() {
        SplittableRandom random = new SplittableRandom(13);
        List<String> numbers = List.of("0", "1", "2", "7", "2251799813685247", "2251799813685248", "-1", "1.5", "null", "\"3\"", "[]");
        int told = 0;
        for (int i = 0; i < 5_000; i++) {
            String[] pick = random.ints(5, 0, random.nextBoolean() ? 5 : numbers.size()).mapToObj(numbers::get).toArray(String[]::new);
            UsageReport report = read(String.format("{\"usage\":{\"prompt_tokens\":%s,\"completion_tokens\":%s,\"total_tokens\":%s,"
                    + "\"prompt_tokens_details\":{\"cached_tokens\":%s},\"completion_tokens_details\":{\"reasoning_tokens\":%s}}}",
                    (Object[]) pick));
            if (report instanceof UsageReport.Told taken) {
                told++;
                assertEquals(pick[0].equals("null") ? "?" : pick[0], number(taken.contextTokens()));
                assertTrue(taken.cachedTokens() <= taken.contextTokens().orElse(0));
                long said = pick[1].equals("null") ? 0 : Long.parseLong(pick[1]);
                assertTrue(taken.outputTokens().orElse(0) >= said && taken.outputTokens().orElse(0) <= Bounds.OBSERVED);
                assertEquals(pick[1].equals("null"), taken.outputTokens().isEmpty());
            }
        }
        assertTrue(told > 200, told + " were taken");
    }
}
