// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.http;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Structured field items (RFC 9651) of two kinds: strings and booleans. Parameters must be well formed, and are not looked at. Repeated
 * field lines are one value with a comma between, which is no item. Immutable.
 */
final class StructuredString {
    private static final String STRING = "\"(?:[ !#-\\[\\]-~]|\\\\[\"\\\\])*+\"";
    private static final String BARE = "(?:-?[0-9]{1,15}+(?!\\.)|-?[0-9]{1,12}\\.[0-9]{1,3}|" + STRING
            + "|[A-Za-z*][!#$%&'*+.^_`|~0-9A-Za-z:/-]*+|:[A-Za-z0-9+/=]*+:|\\?[01]|@-?[0-9]{1,15}+|%\"(?:[ !#$&-~]|%[0-9a-f]{2})*+\")";
    private static final String PARAMETERS = "(?:; *+[a-z*][a-z0-9_.*-]*+(?:=" + BARE + ")?)*+";
    private static final Pattern ITEM = Pattern.compile(" *+(" + STRING + "|\\?[01])" + PARAMETERS + " *+");
    private static final Pattern ESCAPE = Pattern.compile("\\\\(.)");

    private StructuredString() {}

    /** The text of a string item; empty where the value is none. */
    static Optional<String> string(String value) {
        Matcher item = ITEM.matcher(value);
        if (!item.matches() || !item.group(1).startsWith("\"")) {
            return Optional.empty();
        }
        String quoted = item.group(1);
        return Optional.of(ESCAPE.matcher(quoted.substring(1, quoted.length() - 1)).replaceAll("$1"));
    }

    /** Whether the value is the boolean item false. */
    static boolean isFalse(String value) {
        Matcher item = ITEM.matcher(value);
        return item.matches() && item.group(1).equals("?0");
    }
}
