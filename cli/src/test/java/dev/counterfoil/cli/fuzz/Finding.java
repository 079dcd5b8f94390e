// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.fuzz;

import java.util.Set;

/** What no input may bring about. */
final class Finding extends AssertionError {
    private static final long serialVersionUID = 1;

    Finding(String what) {
        super(what);
    }

    static void unless(boolean holds, String what) {
        if (!holds) {
            throw new Finding(what);
        }
    }

    /** One line that a person can act on, without traces, payloads or control characters. */
    static void unlessLines(String message) {
        unless(!message.isBlank(), "nothing was said");
        for (String line : message.split("\n", -1)) {
            unless(line.chars().noneMatch(Character::isISOControl), "a control character in: " + line);
            unless(!line.startsWith("\tat ") && !line.contains("Exception") && !line.contains("unexpected failure"), "a trace: " + line);
        }
        unless(!Canary.isIn(message), "a payload in: " + message);
    }

    static void unlessOneOf(int status, Set<Integer> allowed, String said) {
        unless(allowed.contains(status), "status " + status + ": " + said);
    }
}
