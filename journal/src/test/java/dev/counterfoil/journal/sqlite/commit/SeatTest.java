// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.counterfoil.journal.sqlite.Journals;
import dev.counterfoil.journal.store.AppendResult;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Where memory is short the one who leads still has to let all of the others go. */
final class SeatTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final AppendResult APPENDED = new AppendResult.Appended();
    private static final Error FAILED = new OutOfMemoryError("planted");

    private static Seat seat() {
        return new Seat(Journals.append("a", 0));
    }

    /** What the second of two equal calls takes: the first one loads what it needs. */
    private static long taken(Consumer<Seat> settling) {
        Seat first = seat();
        Seat second = seat();
        long bytes = 0;
        for (Seat seat : List.of(first, second)) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            settling.accept(seat);
            bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
            assertTrue(seat.isSettled());
        }
        return bytes;
    }

    @Test
    void settling_takes_no_memory_whatever_the_answer_is() {
        assertEquals(0, taken(seat -> seat.settle(APPENDED)));
        assertEquals(0, taken(seat -> seat.fail(FAILED)));
        assertEquals(0, taken(Seat::leave));
        assertTrue(taken(seat -> seat.settle(new AppendResult.Unknown("a text"))) > 0, "what is measured is not what is taken");
    }

    @Test
    void only_the_first_answer_counts() {
        Seat answered = seat();
        answered.settle(APPENDED);
        answered.fail(FAILED);
        answered.leave();
        assertSame(APPENDED, answered.result());

        Seat failed = seat();
        failed.fail(FAILED);
        failed.settle(APPENDED);
        assertSame(FAILED, assertThrows(Error.class, failed::result));
    }

    @Test
    void what_was_left_without_a_word_is_unknown() {
        Seat left = seat();
        left.leave();
        left.settle(APPENDED);
        assertInstanceOf(AppendResult.Unknown.class, left.result());
    }
}
