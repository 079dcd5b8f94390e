// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.canonical;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.counterfoil.journal.record.Bounds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads JSON that people write: white space, any member order and any number of RFC 8259 are welcome; what two readers might
 * understand differently is not. Refused are members that stand twice, halves of surrogate pairs, bytes that are not UTF-8, a byte
 * order mark, content after the value, and whatever is over a bound. Confined to one thread; its only public face is static.
 *
 * <p>The tokens are Jackson's. Encoding, surrogates, duplicates, depth and numbers are checked here, because its defaults let most of
 * them pass or tell the offending text in the message.
 */
public final class StrictJson {
    /** Deepest nesting of objects and arrays, unless a reader asks for more. */
    public static final int DEPTH = 64;

    /** Deepest nesting that a reader may ask for: trees whose every level is an object and an array. */
    public static final int DEEPEST = 256;

    /** Longest number: twice what the exact decimal of any double needs, and short enough for exact arithmetic to be quick. */
    public static final int NUMBER_CHARACTERS = 2_200;

    /**
     * Most values: as many as a request can hold in its canonical MiB, {@code [1,1,…]}, and room for all that stands around it. In memory
     * a value takes a hundred times the bytes of its text.
     */
    public static final int VALUES = Bounds.REQUEST_BYTES / 2 + (1 << 16);

    private static final JsonFactory JACKSON = JsonFactory.builder()
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEEPEST + 1)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private final JsonParser parser;
    private final int firstLine;
    private final int maxDepth;
    private JsonPlace place;
    private int depth;
    private int values;

    private StrictJson(JsonParser parser, int firstLine, int maxDepth) {
        this.parser = parser;
        this.firstLine = firstLine;
        this.maxDepth = maxDepth;
        this.place = JsonPlace.root(firstLine);
    }

    /**
     * Reads one value.
     *
     * @param utf8 the bytes, read but not kept
     * @param maxBytes most bytes to accept
     * @return the value
     * @throws StrictJsonException where it cannot be taken
     */
    public static JsonTree read(byte[] utf8, int maxBytes) {
        return read(utf8, maxBytes, 1);
    }

    /**
     * Reads one value that begins on a later line of its file.
     *
     * @param utf8 the bytes, read but not kept
     * @param maxBytes most bytes to accept
     * @param firstLine the line on which the bytes begin
     * @return the value
     * @throws StrictJsonException where it cannot be taken
     */
    public static JsonTree read(byte[] utf8, int maxBytes, int firstLine) {
        return read(utf8, maxBytes, firstLine, DEPTH);
    }

    /**
     * Reads one value that may be nested deeper than others.
     *
     * @param utf8 the bytes, read but not kept
     * @param maxBytes most bytes to accept
     * @param firstLine the line on which the bytes begin
     * @param maxDepth deepest nesting of objects and arrays, at most {@link #DEEPEST}
     * @return the value
     * @throws StrictJsonException where it cannot be taken
     */
    public static JsonTree read(byte[] utf8, int maxBytes, int firstLine, int maxDepth) {
        if (maxDepth > DEEPEST) {
            throw new IllegalArgumentException("maxDepth is " + maxDepth + ", must be at most " + DEEPEST);
        }
        JsonPlace root = JsonPlace.root(firstLine);
        if (utf8.length > maxBytes) {
            throw new StrictJsonException(
                    JsonFault.TOO_LARGE, root, "has " + utf8.length + " bytes, at most " + maxBytes + " are allowed");
        }
        String text = decode(utf8, root);
        try (JsonParser parser = JACKSON.createParser(text.toCharArray())) {
            return new StrictJson(parser, firstLine, maxDepth).document();
        } catch (IOException e) {
            throw new UncheckedIOException("characters in memory could not be read", e);
        }
    }

    private static String decode(byte[] utf8, JsonPlace root) {
        try {
            String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
            if (text.startsWith("\uFEFF")) {
                throw new StrictJsonException(JsonFault.BYTE_ORDER_MARK, root, "begin with the value itself");
            }
            return text;
        } catch (CharacterCodingException e) {
            throw new StrictJsonException(JsonFault.INVALID_UTF8, root, "not UTF-8");
        }
    }

    private JsonTree document() throws IOException {
        if (!advance()) {
            throw refusal(JsonFault.EMPTY, "there is no value");
        }
        JsonTree value = value(JsonPlace.root(line()));
        place = JsonPlace.root(line());
        boolean more;
        try {
            more = parser.nextToken() != null;
        } catch (JsonProcessingException e) {
            more = true;
        }
        if (more) {
            place = JsonPlace.root(line());
            throw refusal(JsonFault.TRAILING_CONTENT, "something stands after the value");
        }
        return value;
    }

    private JsonTree value(JsonPlace here) throws IOException {
        place = here;
        if (++values > VALUES) {
            throw refusal(JsonFault.TOO_MANY_VALUES, "more than " + VALUES + " values");
        }
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(here);
            case START_ARRAY -> array(here);
            case VALUE_STRING -> new JsonTree.Text(here, text());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> numeral(here);
            case VALUE_TRUE -> new JsonTree.Truth(here, true);
            case VALUE_FALSE -> new JsonTree.Truth(here, false);
            case VALUE_NULL -> new JsonTree.Null(here);
            default -> throw refusal(JsonFault.SYNTAX, "a value is expected");
        };
    }

    private JsonTree object(JsonPlace here) throws IOException {
        enter();
        Map<String, JsonTree> members = new LinkedHashMap<>();
        while (next() != JsonToken.END_OBJECT) {
            String name = text();
            place = here.member(name, members.size(), line());
            if (members.containsKey(name)) {
                throw refusal(JsonFault.DUPLICATE_MEMBER, "this member stands twice");
            }
            next();
            members.put(name, value(here.member(name, members.size(), line())));
            place = here;
        }
        depth--;
        return new JsonTree.Members(here, members);
    }

    private JsonTree array(JsonPlace here) throws IOException {
        enter();
        List<JsonTree> elements = new ArrayList<>();
        while (next() != JsonToken.END_ARRAY) {
            elements.add(value(here.element(elements.size(), line())));
            place = here;
        }
        depth--;
        return new JsonTree.Elements(here, elements);
    }

    private JsonTree numeral(JsonPlace here) throws IOException {
        String text = text();
        if (text.length() > NUMBER_CHARACTERS) {
            throw refusal(JsonFault.NUMBER_TOO_LONG, "a number has at most " + NUMBER_CHARACTERS + " characters");
        }
        try {
            return new JsonTree.Numeral(here, text);
        } catch (NumberFormatException e) {
            throw refusal(JsonFault.NUMBER_OUT_OF_RANGE, "the exponent has more than 32 bits");
        }
    }

    private String text() throws IOException {
        String text;
        try {
            text = parser.getText();
        } catch (JsonProcessingException e) {
            throw syntax(e);
        }
        if (Surrogates.hasLone(text)) {
            throw refusal(JsonFault.LONE_SURROGATE, "half of a surrogate pair is no character");
        }
        return text;
    }

    private void enter() {
        if (++depth > maxDepth) {
            throw refusal(JsonFault.TOO_DEEP, "nested deeper than " + maxDepth);
        }
    }

    private JsonToken next() throws IOException {
        if (!advance()) {
            throw refusal(JsonFault.SYNTAX, "it ends in the middle");
        }
        return parser.currentToken();
    }

    private boolean advance() throws IOException {
        try {
            return parser.nextToken() != null;
        } catch (JsonProcessingException e) {
            throw syntax(e);
        }
    }

    /** Jackson's own message and cause are left behind: they quote what was written. */
    private StrictJsonException syntax(JsonProcessingException e) {
        int line = firstLine - 1 + Math.max(1, e.getLocation().getLineNr());
        place = place.onLine(line);
        return refusal(JsonFault.SYNTAX, "not JSON, near column " + Math.max(1, e.getLocation().getColumnNr()));
    }

    private int line() {
        return firstLine - 1 + Math.max(1, parser.currentTokenLocation().getLineNr());
    }

    private StrictJsonException refusal(JsonFault fault, String detail) {
        return new StrictJsonException(fault, place, detail);
    }
}
