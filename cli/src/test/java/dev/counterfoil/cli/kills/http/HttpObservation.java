// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills.http;

import dev.counterfoil.cli.kills.CommandProcess.Ran;
import dev.counterfoil.cli.kills.ReadJournal;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All that can be seen of a case from outside. Immutable.
 *
 * @param of what was run
 * @param before the commands that were killed, and others before the last, in order
 * @param last the run that nobody disturbed
 * @param again the same command once more
 * @param sent what came to the wire before {@code again}
 * @param sentAfter the same after it
 * @param doubts which invocations were in doubt after each command that was started to be killed
 * @param ledgers what the receiver has of each invocation
 * @param isAtRest whether recovering came to where nothing changes
 * @param journal what the journal says in the end
 */
record HttpObservation(HttpKillCase of, List<Ran> before, Ran last, Ran again, List<Sent> sent, List<Sent> sentAfter,
        List<Set<String>> doubts, Map<String, Ledger> ledgers, boolean isAtRest, ReadJournal journal) {
    HttpObservation {
        before = List.copyOf(before);
        sent = List.copyOf(sent);
        sentAfter = List.copyOf(sentAfter);
        doubts = List.copyOf(doubts);
        ledgers = Map.copyOf(ledgers);
    }

    /** The deliveries of one invocation. */
    List<Sent> deliveries(String id) {
        return sentAfter.stream().filter(each -> each.is("POST", id)).toList();
    }
}
