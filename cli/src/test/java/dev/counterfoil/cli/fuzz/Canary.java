// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.fuzz;

import java.util.regex.Pattern;

/** What stands in every place of an input that is nobody's business, and must not stand in what is said about it. Immutable. */
final class Canary {
    /** In values: requests, keys, arguments, evidence, responses. */
    static final String VALUE = "cnry7value";

    /** In names inside requests. */
    static final String NAME = "cnry7name";

    private static final Pattern ANY = Pattern.compile("cnry7(value|name)");

    private Canary() {}

    static boolean isIn(String text) {
        return ANY.matcher(text).find();
    }
}
