// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.spec;

import dev.counterfoil.http.Header;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A value that may name variables of the environment, each as <code>${env:NAME}</code>. Only what is written is stored; what the
 * variables hold is known to the run that reads them and stands nowhere. Immutable.
 *
 * @param written the value as it is written
 */
public record SecretText(String written) {
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{env:([A-Za-z_][A-Za-z0-9_]*)}");

    /**
     * Checks the references.
     *
     * @throws IllegalArgumentException where there is a <code>${</code> that begins none: it would be sent as it stands
     */
    public SecretText {
        if (REFERENCE.matcher(written).replaceAll("").contains("${")) {
            throw new IllegalArgumentException("has a ${ that is no reference; a reference is ${env:NAME}");
        }
        Header.checkValue(REFERENCE.matcher(written).replaceAll("x"));
    }

    /**
     * The value with what the environment holds. A variable's value is taken as it is, also where it looks like a reference.
     *
     * @param environment the environment
     * @return the value
     * @throws IllegalArgumentException where a variable is missing, or cannot stand in a header, or the whole cannot with what variables
     *     hold; the message names them
     */
    String resolve(Variables environment) {
        Matcher matcher = REFERENCE.matcher(written);
        String value = matcher.replaceAll((MatchResult each) -> Matcher.quoteReplacement(environment.value(each.group(1))));
        try {
            return Header.checkValue(value);
        } catch (IllegalArgumentException unfit) {
            String names = REFERENCE.matcher(written).results().map(each -> each.group(1)).distinct().collect(Collectors.joining(", "));
            throw new IllegalArgumentException("with what the environment variable " + names + " holds, it " + unfit.getMessage(), unfit);
        }
    }

    /** How long it is. */
    @Override
    public String toString() {
        return "SecretText[" + written.length() + " characters]";
    }
}
