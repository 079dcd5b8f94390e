// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.dump;

import dev.counterfoil.journal.chain.Chronicle;
import dev.counterfoil.journal.chain.FollowedChain;
import dev.counterfoil.journal.chain.Law;
import dev.counterfoil.journal.chain.ScannedRecord;
import dev.counterfoil.journal.record.Closing;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.store.Arrivals;
import dev.counterfoil.journal.store.Head;
import dev.counterfoil.journal.store.Standing;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Shows a visitor records as they become durable, in that order. What an invocation said so far is kept while it is open, for those that
 * were written to last; of others it must be read again. Damage is shown once for each invocation, and nothing of it afterwards. Confined.
 */
public final class ArrivalsDump {
    private static final int CHAINS = 256;

    private final JournalVisitor visitor;
    private final Law law;
    private final Set<InvocationId> damaged = new HashSet<>();
    private final LinkedHashMap<InvocationId, FollowedChain> chains = new LinkedHashMap<>();
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
     * Up to where an invocation is known, so that only what follows is needed.
     *
     * @param id the invocation
     * @return its head; the one before the opening where it must be read from there
     */
    public Head known(InvocationId id) {
        return Optional.ofNullable(chains.get(id)).map(FollowedChain::head).orElse(Head.NONE);
    }

    /**
     * Shows what is new.
     *
     * @param arrivals the records, read behind what is {@linkplain #known known}
     */
    public void show(Arrivals arrivals) {
        Map<InvocationId, Chronicle> chronicles = new LinkedHashMap<>();
        List<ScannedRecord> together = new ArrayList<>();
        for (int i = 0; i < arrivals.places().size(); i++) {
            Arrivals.Place place = arrivals.places().get(i);
            if (damaged.contains(place.invocation())) {
                continue;
            }
            Arrivals.Part part = arrivals.parts().get(place.invocation());
            Chronicle chronicle = chronicles.computeIfAbsent(place.invocation(), id -> goOn(id, part));
            at(chronicle, place.sequence()).ifPresent(together::add);
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

    private static Optional<ScannedRecord> at(Chronicle chronicle, long sequence) {
        List<ScannedRecord> records = chronicle.records();
        long index = records.isEmpty() ? 0 : sequence - records.get(0).stored().sequence();
        return index >= 0 && index < records.size() ? Optional.of(records.get(Math.toIntExact(index))) : Optional.empty();
    }

    private Chronicle goOn(InvocationId id, Arrivals.Part part) {
        boolean fromTheOpening = part.records().isEmpty() || part.records().get(0).sequence() == 0;
        Optional<FollowedChain> known = Optional.ofNullable(chains.remove(id)).filter(chain -> !fromTheOpening);
        FollowedChain chain = known.orElseGet(() -> new FollowedChain(id, law));
        Chronicle chronicle = chain.goOn(part);
        boolean isOver = part.extent() != Arrivals.Extent.MORE_FOLLOW && part.row().standing() == Standing.CLOSED;
        if (chronicle.damage().isEmpty() && part.extent() != Arrivals.Extent.ALL_THAT_IS_THERE && !isOver) {
            chains.put(id, chain);
            if (chains.size() > CHAINS) {
                chains.remove(chains.keySet().iterator().next());
            }
        }
        return chronicle;
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
