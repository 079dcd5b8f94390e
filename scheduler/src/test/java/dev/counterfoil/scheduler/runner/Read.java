// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.journal.record.Cancellation;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.JournalRecord;
import dev.counterfoil.scheduler.Counterfoil;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What stands in a journal, in words. */
final class Read {
    private Read() {}

    static List<JournalRecord> records(Counterfoil runtime, String id) {
        return runtime.journal().read(new InvocationId(id)).orElseThrow().records().stream()
                .map(scanned -> scanned.entry().record())
                .toList();
    }

    /** The kinds of the records, in order. */
    static String story(Counterfoil runtime, String id) {
        return String.join(" ", records(runtime, id).stream()
                .map(record -> record.getClass().getSimpleName().toLowerCase(Locale.ROOT))
                .toList());
    }

    static Optional<String> cancelledBy(Counterfoil runtime, String id) {
        return only(runtime, id, Cancellation.class).by();
    }

    static <T extends JournalRecord> T only(Counterfoil runtime, String id, Class<T> kind) {
        List<T> found = records(runtime, id).stream().filter(kind::isInstance).map(kind::cast).toList();
        if (found.size() != 1) {
            throw new AssertionError(found.size() + " of " + kind.getSimpleName() + " in " + story(runtime, id));
        }
        return found.get(0);
    }
}
