// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.model;

import dev.counterfoil.journal.canonical.JsonTree;
import dev.counterfoil.journal.record.Bounds;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * Reads the {@code usage} of a reply, and takes all of it or nothing: counts are whole numbers in digits, parts are within what they are
 * part of, and the total is not less than the sum. Members that it does not know are passed over. Where the total is more than the sum,
 * what is over counts as output: some APIs count what a model writes for itself there and nowhere else. Confined to one reply.
 */
final class UsageReader {
    private static final String USAGE = "usage";
    private static final String CONTEXT = "prompt_tokens";
    private static final String OUTPUT = "completion_tokens";
    private static final String TOTAL = "total_tokens";
    private static final String DETAILS = "_details";
    private static final Pattern DIGITS = Pattern.compile("0|[1-9][0-9]{0,15}");
    private static final Pattern MORE_DIGITS = Pattern.compile("[1-9][0-9]{16,}");

    private Optional<UsageReport.Unsound> first = Optional.empty();

    private UsageReader() {}

    static UsageReport read(JsonTree.Members reply) {
        UsageReader reader = new UsageReader();
        UsageReport.Told told = reader.object(reply, USAGE, USAGE).map(reader::told).orElse(UsageReport.Told.NOTHING);
        return reader.first.<UsageReport>map(unsound -> unsound).orElse(told);
    }

    private UsageReport.Told told(JsonTree.Members usage) {
        OptionalLong context = count(usage, CONTEXT, CONTEXT);
        OptionalLong written = count(usage, OUTPUT, OUTPUT);
        OptionalLong total = count(usage, TOTAL, TOTAL);
        if (total.isPresent() && total.getAsLong() < context.orElse(0) + written.orElse(0)) {
            note(UsageFault.TOTAL_BELOW_PARTS, TOTAL);
        }
        boolean whole = total.isPresent() && context.isPresent() && written.isPresent();
        OptionalLong output = whole ? OptionalLong.of(total.getAsLong() - context.getAsLong()) : written;
        within(usage, OUTPUT, "reasoning_tokens", output);
        return new UsageReport.Told(context, output, within(usage, CONTEXT, "cached_tokens", context));
    }

    private long within(JsonTree.Members usage, String of, String part, OptionalLong whole) {
        String path = of + DETAILS + "." + part;
        OptionalLong count = object(usage, of + DETAILS, of + DETAILS)
                .map(details -> count(details, part, path))
                .orElse(OptionalLong.empty());
        if (count.isPresent() && count.getAsLong() > whole.orElse(0)) {
            note(UsageFault.PART_EXCEEDS_WHOLE, path);
        }
        return count.orElse(0);
    }

    private Optional<JsonTree.Members> object(JsonTree.Members in, String name, String path) {
        Optional<JsonTree> value = said(in, name);
        if (value.isPresent() && !(value.get() instanceof JsonTree.Members)) {
            note(UsageFault.NOT_AN_OBJECT, path);
        }
        return value.filter(JsonTree.Members.class::isInstance).map(JsonTree.Members.class::cast);
    }

    private OptionalLong count(JsonTree.Members in, String name, String path) {
        Optional<JsonTree> value = said(in, name);
        if (value.isEmpty()) {
            return OptionalLong.empty();
        }
        String text = value.get() instanceof JsonTree.Numeral number ? number.text() : "";
        boolean counts = DIGITS.matcher(text).matches();
        if (counts && Long.parseLong(text) <= Bounds.OBSERVED) {
            return OptionalLong.of(Long.parseLong(text));
        }
        note(counts || MORE_DIGITS.matcher(text).matches() ? UsageFault.TOO_LARGE : UsageFault.NOT_A_COUNT, path);
        return OptionalLong.empty();
    }

    private static Optional<JsonTree> said(JsonTree.Members in, String name) {
        return in.member(name).filter(value -> !(value instanceof JsonTree.Null));
    }

    private void note(UsageFault fault, String member) {
        first = first.or(() -> Optional.of(new UsageReport.Unsound(fault, member)));
    }
}
