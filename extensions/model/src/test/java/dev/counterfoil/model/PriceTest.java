// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.counterfoil.journal.record.Bounds;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Money is whole micros; what is less than one is one; what is too much is no number. */
final class PriceTest {
    @ParameterizedTest
    @CsvSource({
        // context price, output price, context tokens, output tokens, micros
        "2500000, 10000000, 0, 0, 0",
        "2500000, 10000000, 1, 0, 3",
        "2500000, 10000000, 0, 1, 10",
        "2500000, 10000000, 1000000, 1000000, 12500000",
        "1, 1, 1, 0, 1",
        "1, 1, 999999, 0, 1",
        "1, 1, 1000000, 0, 1",
        "1, 1, 1000001, 0, 2",
        // two halves of a micro are one micro and not two
        "500000, 500000, 1, 1, 1",
        "0, 0, 9007199254740991, 9007199254740991, 0",
        // the last that is a number, and the first that is none
        "9007199254740991, 0, 1000000, 0, 9007199254740991",
        "9007199254740991, 1, 1000000, 1, ",
        "9007199254740991, 9007199254740991, 9007199254740991, 9007199254740991, ",
    })
    void cost_is_exact_rounded_up_once_and_none_where_it_is_too_much(long context, long output, long sent, long received, Long micros) {
        OptionalLong cost = micros == null ? OptionalLong.empty() : OptionalLong.of(micros);
        assertEquals(cost, Price.perMillion(context, output).costMicros(sent, received));
    }

    @Test
    void cost_is_what_decimals_say_and_never_less_for_more_tokens() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 2_000; i++) {
            long dear = random.nextLong(100_000_000);
            Price price = Price.perMillion(dear, random.nextLong(100_000_000)).cached(random.nextLong(dear + 1));
            long sent = random.nextLong(10_000_000);
            long kept = random.nextLong(sent + 1);
            long received = random.nextLong(10_000_000);
            BigDecimal exact = BigDecimal.valueOf(sent - kept).multiply(BigDecimal.valueOf(price.contextMicros()))
                    .add(BigDecimal.valueOf(kept).multiply(BigDecimal.valueOf(price.cachedMicros().getAsLong())))
                    .add(BigDecimal.valueOf(received).multiply(BigDecimal.valueOf(price.outputMicros())));
            long cost = price.costMicros(sent, kept, received).getAsLong();
            assertEquals(exact.movePointLeft(6).setScale(0, RoundingMode.CEILING).longValueExact(), cost);
            long undiscounted = price.costMicros(sent, received).getAsLong();
            assertEquals(Math.max(cost, undiscounted), undiscounted);
            assertEquals(Math.max(cost, price.costMicros(sent + 1, kept, received + 1).getAsLong()),
                    price.costMicros(sent + 1, kept, received + 1).getAsLong());
        }
    }

    @Test
    void a_price_is_not_negative_and_what_was_kept_is_not_dearer_than_what_is_new() {
        assertThrows(IllegalArgumentException.class, () -> Price.perMillion(-1, 0));
        assertThrows(IllegalArgumentException.class, () -> Price.perMillion(0, -1));
        assertThrows(IllegalArgumentException.class, () -> Price.perMillion(0, Bounds.INTEGER + 1));
        assertThrows(IllegalArgumentException.class, () -> Price.perMillion(5, 5).cached(-1));
        assertThrows(IllegalArgumentException.class, () -> Price.perMillion(5, 5).cached(6));
        assertEquals(OptionalLong.of(5), Price.perMillion(5, 5).cached(5).cachedMicros());
    }

    @Test
    void tokens_are_not_negative_and_no_more_are_kept_than_sent() {
        Price price = Price.perMillion(5, 5);
        assertThrows(IllegalArgumentException.class, () -> price.costMicros(-1, 0));
        assertThrows(IllegalArgumentException.class, () -> price.costMicros(0, -1));
        assertThrows(IllegalArgumentException.class, () -> price.costMicros(3, 4, 0));
        assertThrows(IllegalArgumentException.class, () -> price.costMicros(3, -1, 0));
    }

    @Test
    void a_model_has_the_one_price_that_was_given_for_its_exact_name() {
        PriceTable table = PriceTable.EMPTY.with("small", Price.perMillion(1, 2)).with("large", Price.perMillion(3, 4));
        assertEquals(Optional.of(Price.perMillion(1, 2)), table.price("small"));
        for (String other : new String[] {"", "Small", "small ", "small-2026", "smal"}) {
            assertEquals(Optional.empty(), table.price(other), other);
        }
        assertEquals(Optional.empty(), PriceTable.EMPTY.price("small"));
        assertThrows(IllegalArgumentException.class, () -> table.with("small", Price.perMillion(1, 2)));
        assertThrows(IllegalArgumentException.class, () -> table.with("", Price.perMillion(1, 2)));
    }
}
