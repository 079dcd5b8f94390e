// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.exec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Usage;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UsageReportTest {
    private static UsageReport read(String text) {
        return UsageReport.of(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void every_member_may_be_missing_or_null() {
        assertEquals(UsageReport.NONE, read("{}"));
        assertEquals(UsageReport.NONE, read(" {\"context_tokens\":null,\"output_tokens\":null,\n\"cost_micros\":null } "));
        Usage cost = new Usage(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.of(7));
        assertEquals(new UsageReport(cost, OptionalLong.empty(), Optional.empty()), read("{\"cost_micros\":7}"));
    }

    @Test
    void the_greatest_numbers_are_those_of_the_record_format() {
        String text = "{\"context_tokens\":" + Bounds.OBSERVED + ",\"output_tokens\":0,\"cost_micros\":" + Bounds.OBSERVED
                + ",\"retry_after_millis\":" + Bounds.INTEGER + "}";
        Usage usage = Usage.of(Bounds.OBSERVED, 0, Bounds.OBSERVED);
        assertEquals(new UsageReport(usage, OptionalLong.of(Bounds.INTEGER), Optional.empty()), read(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", "null", "[]", "7", "{", "{}{}", "{} x", "\uFEFF{}", "{\"cost\":1}", "{\"cost_micros\":1,\"more\":null}",
        "{\"cost_micros\":1,\"cost_micros\":1}", "{\"cost_micros\":-1}", "{\"cost_micros\":1.5}", "{\"cost_micros\":\"1\"}",
        "{\"cost_micros\":true}", "{\"cost_micros\":{}}", "{\"cost_micros\":2251799813685248}", "{\"context_tokens\":1e400}",
        "{\"context_tokens\":NaN}", "{\"output_tokens\":9223372036854775808}", "{\"retry_after_millis\":-1}",
        "{\"retry_after_millis\":9007199254740992}", "{\"retry_after_millis\":1e18}", "{'cost_micros':1}", "{\"cost_micros\":1,}",
        "{\"cost_micros\":01}", "\0"})
    void anything_else_makes_the_whole_report_malformed(String text) {
        assertEquals(UsageReport.unreadable(Bytes.utf8(text)), read(text));
    }

    @Test
    void bytes_that_are_no_text_are_malformed() {
        byte[] bytes = {'{', '}', (byte) 0xff};
        assertEquals(UsageReport.unreadable(Bytes.of(bytes)), UsageReport.of(bytes));
    }
}
