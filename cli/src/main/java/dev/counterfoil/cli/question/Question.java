// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.question;

import dev.counterfoil.journal.canonical.JsonTree;
import dev.counterfoil.journal.canonical.StrictJson;
import dev.counterfoil.journal.canonical.StrictJsonException;
import dev.counterfoil.journal.record.Coded;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One object of a question, read member by member. Every member has one type; where it may be null it may be left out too. A whole number
 * is written as one: {@code 4.0} and {@code 4e0} are none. Immutable.
 */
public final class Question {
    /** Most bytes of a question. */
    public static final int BYTES = 1 << 20;

    private static final Pattern WHOLE = Pattern.compile("-?[0-9]+");

    private final JsonTree.Members object;

    private Question(JsonTree.Members object) {
        this.object = object;
    }

    /**
     * Reads JSON.
     *
     * @param utf8 the bytes
     * @return the value
     * @throws QuestionException where it is none
     */
    public static JsonTree json(byte[] utf8) {
        try {
            return StrictJson.read(utf8, BYTES);
        } catch (StrictJsonException broken) {
            throw QuestionException.of(broken);
        }
    }

    /** The object, which may hold the given members and no others. */
    static Question of(JsonTree value, String... known) {
        Question question = new Question(object(value));
        Set<String> names = Set.of(known);
        question.object.members().forEach((name, member) -> {
            if (!names.contains(name)) {
                throw QuestionException.at(QuestionFault.UNKNOWN_MEMBER, member.place(), "", "known are " + String.join(", ", known));
            }
        });
        return question;
    }

    private static JsonTree.Members object(JsonTree value) {
        if (value instanceof JsonTree.Members object) {
            return object;
        }
        throw type(value, "an object");
    }

    /** The word in a member of a value whose other members depend on it. */
    static <E extends Enum<E> & Coded> E wordOf(JsonTree value, String name, Class<E> list) {
        return new Question(object(value)).word(name, list);
    }

    private static QuestionException type(JsonTree value, String wanted) {
        return QuestionException.at(QuestionFault.WRONG_TYPE, value.place(), "", "must be " + wanted + ", is "
                + (value instanceof JsonTree.Null ? "null" : "of type " + value.kind()));
    }

    JsonTree value(String name) {
        return object.member(name).orElseThrow(
                () -> QuestionException.at(QuestionFault.MISSING_MEMBER, object.place(), name, "must be there"));
    }

    private Optional<JsonTree> given(String name) {
        return object.member(name).filter(value -> !(value instanceof JsonTree.Null));
    }

    Question object(String name, String... known) {
        return of(value(name), known);
    }

    List<JsonTree> elements(String name) {
        if (value(name) instanceof JsonTree.Elements array) {
            return array.elements();
        }
        throw type(value(name), "an array");
    }

    String text(String name) {
        return text(value(name));
    }

    Optional<String> textOrNull(String name) {
        return given(name).map(Question::text);
    }

    private static String text(JsonTree value) {
        if (value instanceof JsonTree.Text text) {
            return text.value();
        }
        throw type(value, "a text");
    }

    boolean truth(String name) {
        if (value(name) instanceof JsonTree.Truth truth) {
            return truth.value();
        }
        throw type(value(name), "true or false");
    }

    long whole(String name) {
        return whole(value(name));
    }

    /** A number of things that are counted one by one. */
    int count(String name) {
        long whole = whole(name);
        if (whole < Integer.MIN_VALUE || whole > Integer.MAX_VALUE) {
            throw QuestionException.at(QuestionFault.OUT_OF_RANGE, value(name).place(), "", "must have at most 32 bits");
        }
        return (int) whole;
    }

    List<Long> wholes(String name) {
        return elements(name).stream().map(Question::whole).toList();
    }

    OptionalLong wholeOrNull(String name) {
        return given(name).map(value -> OptionalLong.of(whole(value))).orElse(OptionalLong.empty());
    }

    static long whole(JsonTree value) {
        if (!(value instanceof JsonTree.Numeral number) || !WHOLE.matcher(number.text()).matches()) {
            throw type(value, "a whole number");
        }
        return number.whole().orElseThrow(
                () -> QuestionException.at(QuestionFault.OUT_OF_RANGE, value.place(), "", "must have at most 64 bits"));
    }

    <E extends Enum<E> & Coded> E word(String name, Class<E> list) {
        return word(value(name), list);
    }

    <E extends Enum<E> & Coded> Optional<E> wordOrNull(String name, Class<E> list) {
        return given(name).map(value -> word(value, list));
    }

    private static <E extends Enum<E> & Coded> E word(JsonTree value, Class<E> list) {
        return Coded.find(list, text(value)).orElseThrow(() -> QuestionException.at(QuestionFault.UNKNOWN_WORD, value.place(), "",
                "must be one of " + Arrays.stream(list.getEnumConstants()).map(Coded::code).collect(Collectors.joining(", "))));
    }

    /** What the rules do not know what to make of, at a member of this object, as {@code receipt.state}. */
    QuestionException invalid(String below, String what) {
        JsonTree value = object;
        for (String step : below.split("\\.")) {
            if (!(value instanceof JsonTree.Members members) || members.member(step).isEmpty()) {
                return QuestionException.at(QuestionFault.INVALID_INPUT, object.place(), below, what);
            }
            value = members.member(step).get();
        }
        return QuestionException.at(QuestionFault.INVALID_INPUT, value.place(), "", what);
    }

    /** A value that its own constructor checks; by its first word a message of such a one names the member. */
    <T> T checked(Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException wrong) {
            String message = String.valueOf(wrong.getMessage());
            String member = message.replaceFirst("[^a-z_].*", "");
            throw object.member(member).isPresent() ? invalid(member, message)
                    : QuestionException.at(QuestionFault.INVALID_INPUT, object.place(), "", message);
        }
    }
}
