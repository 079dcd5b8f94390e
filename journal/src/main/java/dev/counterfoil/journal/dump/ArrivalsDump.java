// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.dump;

import dev.counterfoil.journal.chain.ChainScanner;
import dev.counterfoil.journal.chain.Chronicle;
import dev.counterfoil.journal.chain.Law;
import dev.counterfoil.journal.chain.ScannedRecord;
import dev.counterfoil.journal.record.Closing;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.store.Arrivals;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Shows a visitor records as they become durable, in that order: each invocation is scanned as a whole, and its new records are shown.
 * Damage is shown once for each invocation. Confined.
 */
public final class ArrivalsDump {
    private final JournalVisitor visitor;
    private final Law law;
    private final Set<InvocationId> damaged = new HashSet<>();
    private boolean closed;

    /**
     * A dump.
     *
     * @param visitor is shown chronicles with the new records only
     * @param law which recorded attempts would have been admitted
     */
    public ArrivalsDump(JournalVisitor visitor, Law law) {
        this.visitor = visitor;
        this.law = law;
    }

    /**
     * Shows what is new.
     *
     * @param arrivals the records
     */
    public void show(Arrivals arrivals) {
        Map<InvocationId, Chronicle> chronicles = new LinkedHashMap<>();
        List<ScannedRecord> together = new ArrayList<>();
        for (int i = 0; i < arrivals.places().size(); i++) {
            Arrivals.Place place = arrivals.places().get(i);
            Chronicle chronicle = chronicles.computeIfAbsent(
                    place.invocation(), id -> ChainScanner.scan(arrivals.invocations().get(id), law));
            if (place.sequence() < chronicle.records().size()) {
                together.add(chronicle.records().get(Math.toIntExact(place.sequence())));
            }
            boolean last = i + 1 == arrivals.places().size() || !arrivals.places().get(i + 1).invocation().equals(place.invocation());
            if (last && !together.isEmpty()) {
                visitor.invocation(new Chronicle(chronicle.row(), together, chronicle.state(), Optional.empty()));
                closed |= together.stream().anyMatch(scanned -> scanned.entry().record() instanceof Closing);
                together.clear();
            }
        }
        chronicles.forEach((id, chronicle) -> chronicle.damage().filter(damage -> damaged.add(id))
                .ifPresent(damage -> visitor.damage(Optional.of(id), damage)));
    }

    /**
     * Whether a closing was shown.
     *
     * @return true from then on
     */
    public boolean hasShownClosing() {
        return closed;
    }
}
