// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills;

import java.util.Locale;

/** What the scripted provider does in one attempt. Immutable. */
enum Behaviour {
    /** The effect, and its response. */
    OK,
    /** The same, with time to be killed in. */
    SLOW,
    /** The same, with a report of more than was reserved. */
    REPORT,
    /** No effect, and it says that one may try again. */
    SAFE,
    /** No effect: turned away before any work. */
    REJECT,
    /** No effect, for good. */
    PERMANENT,
    /** The effect, and then no reply. */
    LOST,
    /** No effect, and no reply either. */
    NOTHING,
    /** The effect, and then it hangs. */
    HANG,
    /** A liar, planted to be found: the effect twice. */
    TWICE,
    /** A liar, planted to be found: the effect, and the statement that there was none. */
    LIAR;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
