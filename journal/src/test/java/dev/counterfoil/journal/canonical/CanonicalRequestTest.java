// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.canonical;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apicatalog.jcs.Jcs;
import jakarta.json.JsonReader;
import java.io.IOException;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.eclipse.parsson.JsonProviderImpl;
import org.erdtman.jcs.JsonCanonicalizer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalRequestTest {
    private static final int BOUND = 1 << 20;

    private static final String SAMPLE =
            """
            {
              "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
              "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
              "literals": [null, true, false]
            }
            """;

    @Test
    void the_sample_of_rfc_8785_is_spelled_as_it_says() throws IOException {
        String expected = "{\"literals\":[null,true,false],\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],"
                + "\"string\":\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}";
        assertEquals(expected, canonical(SAMPLE));
        assertEquals(expected, new JsonCanonicalizer(SAMPLE).getEncodedString());
    }

    @ParameterizedTest
    @CsvSource({
        "0000000000000000,0", "8000000000000000,0", "0000000000000001,5e-324", "8000000000000001,-5e-324",
        "7fefffffffffffff,1.7976931348623157e+308", "ffefffffffffffff,-1.7976931348623157e+308", "4340000000000000,9007199254740992",
        "c340000000000000,-9007199254740992", "4430000000000000,295147905179352830000", "44b52d02c7e14af5,9.999999999999997e+22",
        "44b52d02c7e14af6,1e+23", "44b52d02c7e14af7,1.0000000000000001e+23", "444b1ae4d6e2ef4e,999999999999999700000",
        "444b1ae4d6e2ef4f,999999999999999900000", "444b1ae4d6e2ef50,1e+21", "3eb0c6f7a0b5ed8c,9.999999999999997e-7",
        "3eb0c6f7a0b5ed8d,0.000001", "41b3de4355555553,333333333.3333332", "41b3de4355555554,333333333.33333325",
        "41b3de4355555555,333333333.3333333", "41b3de4355555556,333333333.3333334", "41b3de4355555557,333333333.33333343",
        "becbf647612f3696,-0.0000033333333333333333", "43143ff3c1cb0959,1424953923781206.2",
        "43143ff3c1cb095b,1424953923781206.8"
    })
    void the_number_table_of_rfc_8785_holds_for_exact_value_and_spelling(String bits, String expected) {
        double value = Double.longBitsToDouble(Long.parseUnsignedLong(bits, 16));
        assertEquals(expected, ShortestDecimal.spell(value));
        assertEquals(expected, canonical(expected));
    }

    @ParameterizedTest
    @CsvSource({
        "1,1", "1.0,1", "1e0,1", "1E0,1", "100e-2,1", "-0,0", "-0.0,0", "0e5,0", "-0e-400,0", "1e-400,0", "-1e-400,0", "1e3,1000",
        "1e20,100000000000000000000", "1e21,1e+21", "1e23,1e+23", "1e30,1e+30", "9007199254740992,9007199254740992",
        "9007199254740994,9007199254740994", "1152921504606847000,1152921504606847000",
        "0.1,0.1", "0.10,0.1", "1e-6,0.000001", "1e-7,1e-7", "123e-20,1.23e-18",
        "0.30000000000000004,0.30000000000000004", "2.2250738585072014e-308,2.2250738585072014e-308", "2e-323,2e-323",
        "9007199254740993.5,9007199254740994", "4.9e-324,5e-324", "2.0e-3,0.002", "1.5,1.5", "-1.5e300,-1.5e+300",
        "5e-324,5e-324", "2.98023223876953125e-8,2.9802322387695312e-8", "9.5367431640625e-7,9.5367431640625e-7"
    })
    void a_number_goes_by_its_value(String text, String expected) {
        assertEquals(expected, canonical(text));
    }

    @ParameterizedTest
    @CsvSource({
        "9007199254740993,NUMBER_NOT_EXACT", "-9007199254740993,NUMBER_NOT_EXACT", "9007199254740993.0,NUMBER_NOT_EXACT",
        "9.007199254740993e15,NUMBER_NOT_EXACT", "9223372036854775807,NUMBER_NOT_EXACT", "18446744073709551615,NUMBER_NOT_EXACT",
        "1152921504606846976,NUMBER_NOT_EXACT", "9223372036854775808,NUMBER_NOT_EXACT",
        "12345678901234567890,NUMBER_NOT_EXACT", "1e400,NUMBER_OUT_OF_RANGE", "-1e400,NUMBER_OUT_OF_RANGE", "1.8e308,NUMBER_OUT_OF_RANGE",
        "1e2000000000,NUMBER_OUT_OF_RANGE"
    })
    void a_whole_number_is_never_silently_rounded(String text, JsonFault fault) {
        StrictJsonException refusal = assertThrows(StrictJsonException.class, () -> canonical("{\"n\":[" + text + "]}"));
        assertEquals(fault + " $.n[0]", refusal.fault() + " " + refusal.path());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void every_double_is_spelled_shortest_as_another_canonicaliser_has_it(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        StringBuilder ours = new StringBuilder();
        StringBuilder source = new StringBuilder();
        for (int i = 0; i < 3_000; i++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (!Double.isFinite(value)) {
                continue;
            }
            String spelling = ShortestDecimal.spell(value);
            assertEquals(value, Double.parseDouble(spelling));
            ours.append(',').append(spelling);
            source.append(',').append(new BigDecimal(value));
        }
        assertEquals("[0" + ours + "]", new JsonCanonicalizer("[0" + source + "]").getEncodedString());
    }

    @ParameterizedTest
    @ValueSource(longs = {9, 10, 11})
    void every_double_is_spelled_as_the_search_in_exact_decimals_has_it(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 20_000; i++) {
            double value = switch (i % 5) {
                case 0 -> Double.longBitsToDouble(random.nextLong());
                case 1 -> random.nextDouble();
                case 2 -> random.nextLong(1L << 54) * Math.pow(10, random.nextInt(-30, 30));
                case 3 -> Double.longBitsToDouble(random.nextLong(1L << random.nextInt(1, 53)));
                default -> BigDecimal.valueOf(random.nextLong(1_000_000_000), random.nextInt(-300, 320)).doubleValue();
            };
            if (Double.isFinite(value)) {
                assertEquals(ExactShortestDecimal.spell(value), ShortestDecimal.spell(value));
            }
        }
    }

    @Test
    void every_power_of_two_and_of_ten_and_their_neighbours_are_spelled_as_the_search_in_exact_decimals_has_them() {
        for (int exponent = -1074; exponent < 1024; exponent++) {
            double power = Math.scalb(1.0, exponent);
            double ten = Double.parseDouble("1e" + (exponent % 308));
            for (double value : new double[] {
                Math.nextDown(power), power, Math.nextUp(power), Math.nextDown(ten), ten, Math.nextUp(ten)
            }) {
                assertEquals(ExactShortestDecimal.spell(value), ShortestDecimal.spell(value));
            }
        }
    }

    @Test
    void the_logarithms_of_the_search_are_exact_for_every_exponent() {
        for (int e = -1_080; e <= 1_030; e++) {
            BigDecimal power = e < 0 ? BigDecimal.ONE.divide(BigDecimal.valueOf(2).pow(-e)) : BigDecimal.valueOf(2).pow(e);
            BigDecimal most = power.multiply(new BigDecimal("0.75"));
            assertEquals(power.precision() - power.scale() - 1, ShortestDecimal.floorLog10OfTwoTo(e));
            assertEquals(most.precision() - most.scale() - 1, ShortestDecimal.floorLog10OfThreeQuarters(e));
        }
        for (int e = 0; e <= 330; e++) {
            BigInteger power = BigInteger.TEN.pow(e);
            assertEquals(power.bitLength() - 1, ShortestDecimal.floorLog2OfTenTo(e));
            assertEquals(e == 0 ? 0 : -power.bitLength(), ShortestDecimal.floorLog2OfTenTo(-e));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {12, 13})
    void two_texts_are_the_same_digits_exactly_when_they_are_the_same_number(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 5_000; i++) {
            String one = BigDecimal.valueOf(random.nextLong(-100, 100), random.nextInt(-3, 4)).toString();
            String other = BigDecimal.valueOf(random.nextLong(-100, 100), random.nextInt(-3, 4)).toPlainString();
            boolean same = new BigDecimal(one).compareTo(new BigDecimal(other)) == 0;
            assertEquals(same, WrittenDigits.of(one).equals(WrittenDigits.of(other)), one + " " + other);
            boolean whole = new BigDecimal(one).remainder(BigDecimal.ONE).signum() == 0;
            assertEquals(whole, WrittenDigits.of(one).isWhole(), one);
        }
    }

    /** Around a power of two the interval that rounds to a double is wider above it than below. */
    @Test
    void every_power_of_two_and_its_neighbours_are_spelled_as_another_canonicaliser_has_them() throws IOException {
        StringBuilder ours = new StringBuilder();
        StringBuilder source = new StringBuilder();
        for (int exponent = -1074; exponent < 1024; exponent++) {
            double power = Math.scalb(1.0, exponent);
            for (double value : new double[] {Math.nextDown(power), power, Math.nextUp(power)}) {
                ours.append(',').append(ShortestDecimal.spell(value));
                source.append(',').append(new BigDecimal(value));
            }
        }
        assertEquals("[0" + ours + "]", new JsonCanonicalizer("[0" + source + "]").getEncodedString());
    }

    @ParameterizedTest
    @ValueSource(longs = {5, 6})
    void money_like_fractions_are_spelled_as_two_other_canonicalisers_have_them(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 500; i++) {
            String text = "[" + BigDecimal.valueOf(random.nextLong(1, 1_000_000), random.nextInt(0, 5)).toPlainString() + "]";
            String ours = canonical(text);
            assertEquals(ours, new JsonCanonicalizer(text).getEncodedString());
            try (JsonReader reader = new JsonProviderImpl().createReader(new StringReader(text))) {
                assertEquals(ours, Jcs.canonize(reader.readValue()));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {7, 8})
    void what_was_spelled_is_taken_again_and_spelled_the_same(long seed) {
        JsonGenerator generator = new JsonGenerator(seed);
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 300; i++) {
            byte[] written = CanonicalWriter.write(generator.value(3));
            assertArrayEquals(written, CanonicalRequest.bytes(StrictJson.read(written, BOUND), BOUND));
            double value = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(value)) {
                String once = ShortestDecimal.spell(value);
                assertEquals(once, canonical(once));
            }
        }
    }

    @Test
    void spacing_order_and_escapes_of_the_writer_do_not_matter() {
        assertEquals("{\"a\":[1,\"é\"],\"b\":{}}", canonical("{ \"b\":{ },\n\"\\u0061\" : [1.0,\"\\u00E9\"]}"));
    }

    @Test
    void the_canonical_bytes_are_bounded() {
        JsonTree tree = StrictJson.read("[1, 2]".getBytes(StandardCharsets.UTF_8), BOUND);
        assertEquals(5, CanonicalRequest.bytes(tree, 5).length);
        StrictJsonException refusal = assertThrows(StrictJsonException.class, () -> CanonicalRequest.bytes(tree, 4));
        assertTrue(refusal.fault() == JsonFault.TOO_LARGE && refusal.getMessage().contains("at most 4"), refusal.getMessage());
    }

    private static String canonical(String text) {
        JsonTree tree = StrictJson.read(text.getBytes(StandardCharsets.UTF_8), BOUND);
        return new String(CanonicalRequest.bytes(tree, BOUND), StandardCharsets.UTF_8);
    }
}
