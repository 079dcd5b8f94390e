// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.dump;

import dev.counterfoil.journal.store.DamagedJournalException;
import dev.counterfoil.journal.store.JournalSource;
import dev.counterfoil.journal.store.ReadAhead;
import dev.counterfoil.journal.store.StoredTombstone;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * One walk over invocations and tombstones, page by page, merged by their number: a number is one invocation's for ever, so what is pruned
 * between two pages is met once. Tombstones are asked for behind the rows among which they belong: what was a row no more when they were
 * listed is a tombstone by then, and what became one since is known by its number. Confined to one walk.
 */
final class Pages {
    private static final int PAGE = 256;

    private final JournalSource source;
    private final JournalWalk walk;
    private final JournalVisitor visitor;
    private final JournalWalk.Progress progress;
    private final Deque<StoredTombstone> tombstones = new ArrayDeque<>();
    private boolean noMoreTombstones;
    private boolean damagedTombstones;
    private boolean ended;
    private long after;

    Pages(JournalSource source, JournalWalk walk, JournalVisitor visitor, JournalWalk.Progress progress) {
        this.source = source;
        this.walk = walk;
        this.visitor = visitor;
        this.progress = progress;
    }

    /** To the end, or until nobody wants more. Behind rows that cannot be listed nothing is shown. */
    void walk() {
        List<ReadAhead> page;
        do {
            try {
                page = source.readAhead(after, PAGE);
            } catch (DamagedJournalException e) {
                e.damages().forEach(damage -> visitor.damage(Optional.empty(), damage));
                return;
            }
            // What was read before this page does not know what was pruned since.
            tombstones.clear();
            noMoreTombstones = damagedTombstones;
            for (ReadAhead each : page) {
                tombstonesBefore(each.row().number());
                if (ended) {
                    return;
                }
                walk.listed(each, visitor);
                shown(each.row().number());
            }
        } while (page.size() == PAGE && !ended);
        tombstonesBefore(Long.MAX_VALUE);
    }

    private void tombstonesBefore(long number) {
        for (Optional<StoredTombstone> next = next(); !ended && next.isPresent() && next.get().number() < number; next = next()) {
            JournalWalk.pruned(tombstones.removeFirst(), visitor);
            shown(next.get().number());
        }
    }

    /** The next one that was not shown as an invocation. */
    private Optional<StoredTombstone> next() {
        while (!tombstones.isEmpty() && tombstones.getFirst().number() <= after) {
            tombstones.removeFirst();
        }
        if (tombstones.isEmpty() && !noMoreTombstones) {
            try {
                tombstones.addAll(source.tombstones(after, PAGE));
                noMoreTombstones = tombstones.size() < PAGE;
            } catch (DamagedJournalException e) {
                e.damages().forEach(damage -> visitor.damage(Optional.empty(), damage));
                noMoreTombstones = true;
                damagedTombstones = true;
            }
        }
        return Optional.ofNullable(tombstones.peekFirst());
    }

    private void shown(long number) {
        after = number;
        ended |= !progress.goesOn(number);
    }
}
