// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills;

import dev.counterfoil.cli.kills.CommandProcess.Ran;
import java.util.List;

/**
 * All that can be seen of a case from outside. Immutable.
 *
 * @param of what was run
 * @param before the runs that were killed, and others before the last, in order
 * @param last the run that nobody disturbed
 * @param again the same command once more
 * @param begun {@code INVOCATION ORDINAL} of each start of the provider, before {@code again}
 * @param begunAfter the same after it
 * @param effects the same of each effect
 * @param journal what the journal says in the end
 */
record Observation(KillCase of, List<Ran> before, Ran last, Ran again, List<String> begun, List<String> begunAfter, List<String> effects,
        ReadJournal journal) {
    Observation {
        before = List.copyOf(before);
        begun = List.copyOf(begun);
        begunAfter = List.copyOf(begunAfter);
        effects = List.copyOf(effects);
    }
}
