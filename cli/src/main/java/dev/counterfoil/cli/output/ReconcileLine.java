// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.output;

import dev.counterfoil.journal.record.InvocationId;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** The command that records what was found about a doubt, to be pasted once verdict and evidence stand in it. Pure; thread-safe. */
public final class ReconcileLine {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

    private ReconcileLine() {}

    /**
     * The command.
     *
     * @param journal the journal's file
     * @param id the invocation
     * @param ordinal the attempt in doubt
     * @return one line
     */
    public static String of(Path journal, InvocationId id, int ordinal) {
        List<String> places = List.of(journal.toString(), id.value(), Integer.toString(ordinal));
        boolean dashed = places.stream().anyMatch(place -> place.startsWith("-"));
        String given = String.join(" ", places.stream().map(ReconcileLine::word).toList());
        String options = "--verdict completed|not_applied|redeliver|abandoned --evidence TEXT";
        return "counterfoil reconcile " + (dashed ? options + " -- " + given : given + " " + options);
    }

    /** One word of a POSIX shell; what nobody sees is spelled, so that it is seen and still what is meant. */
    private static String word(String text) {
        if (!PlainText.line(text).equals(text)) {
            return "\"$(printf '" + octals(text) + "')\"";
        }
        return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
    }

    private static String octals(String text) {
        StringBuilder format = new StringBuilder();
        for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
            String letter = Character.toString(each & 0xff);
            format.append(PLAIN.matcher(letter).matches() && each != '%' ? letter : String.format(Locale.ROOT, "\\%03o", each & 0xff));
        }
        return format.toString();
    }
}
