// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.output;

import dev.counterfoil.journal.dump.Listed;
import dev.counterfoil.journal.dump.ListedState;
import dev.counterfoil.journal.dump.Listing;
import dev.counterfoil.journal.dump.MemberText;
import dev.counterfoil.journal.fold.Tombstone;
import dev.counterfoil.journal.fold.Totals;
import dev.counterfoil.journal.record.InvocationId;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** A list of invocations for people: columns of fixed width, so that a line can go out as soon as it is known. Pure; thread-safe. */
public final class ListText {
    private ListText() {}

    /**
     * One invocation.
     *
     * @param listed where it stands
     * @param console whether to colour it
     * @return one line
     */
    public static String of(Listed listed, Console console) {
        String state = paint(listed.state()).on(console).apply(String.format(Locale.ROOT, "%-9s", listed.state().code()));
        return line(state, listed.since(), listed.attempts(), listed.totals(), listed.id())
                + listed.reason().map(reason -> "  (" + reason.code() + ")").orElse("");
    }

    /**
     * One invocation that was pruned.
     *
     * @param tombstone what is kept of it
     * @return one line
     */
    public static String of(Tombstone tombstone) {
        return line(String.format(Locale.ROOT, "%-9s", "pruned"), tombstone.closedAt(), tombstone.totals().calls(), tombstone.totals(),
                tombstone.id()) + "  (" + tombstone.reason().code() + ", " + tombstone.businessState().code() + ")";
    }

    private static String line(String state, Instant since, long attempts, Totals totals, InvocationId id) {
        return state + String.format(Locale.ROOT, "  since %s  attempts %4d  tokens %9d  cost %11d micros  %s",
                MemberText.of(since), attempts, totals.aggregateTokens(), totals.costMicros(), PlainText.line(id.value()));
    }

    /**
     * How many invocations stand where.
     *
     * @param listing the list, finished
     * @return one line
     */
    public static String counts(Listing listing) {
        return Arrays.stream(ListedState.values())
                .map(state -> listing.count(state) + " " + state.code())
                .collect(Collectors.joining(", "))
                + (listing.damagedInvocations() > 0 ? ", " + listing.damagedInvocations() + " damaged" : "")
                + (listing.prunedCount() > 0 ? ", " + listing.prunedCount() + " pruned" : "");
    }

    private static Paint paint(ListedState state) {
        return switch (state) {
            case OPEN -> Paint.PLAIN;
            case UNCERTAIN -> Paint.RED;
            case SETTLED -> Paint.GREEN;
            case STOPPED -> Paint.YELLOW;
        };
    }
}
