// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.counterfoil.journal.store.CheckpointStore;
import dev.counterfoil.journal.store.Scrubbing;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How long one waits for rows of runtimes of which nothing is known, before the file is written anew. */
class ScrubbingTest {
    private final List<String> calls = new ArrayList<>();
    private int looks;
    private int pauses;

    /** Of a store that is in use until so many looks were made; nothing else of it is asked. */
    private CheckpointStore inUseUntil(int look) {
        return (CheckpointStore) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {CheckpointStore.class},
                (proxy, method, arguments) -> {
                    calls.add(method.getName());
                    return looks >= look ? Scrubbing.DONE : Scrubbing.IN_USE;
                });
    }

    @ParameterizedTest(name = "free after {0} looks, decided after {1}, {2} pauses at most: {3} after {4} looks and {5} tries")
    @CsvSource({
        "0, 1, 9, DONE, 1, 1", // nobody is there
        "9, 1, 9, IN_USE, 1, 1", // who is there lives, and that is known at once
        "3, 3, 9, DONE, 3, 2", // rows that nobody answers for go when they were silent
        "9, 3, 9, IN_USE, 3, 2", // all is known, and somebody is in the way yet
        "9, 9, 0, IN_USE, 1, 1", // told to stop
        "9, 9, 4, IN_USE, 5, 1", // and not for ever
    })
    void rows_are_looked_at_again_until_each_is_decided(int free, int decided, int most, Scrubbing end, int looked, int tried) {
        Scrubbing scrubbing = Pruner.scrub(inUseUntil(free), () -> ++looks >= decided, () -> pauses++ < most);
        assertEquals(end, scrubbing);
        assertEquals(looked, looks);
        assertEquals(Collections.nCopies(tried, "scrub"), calls);
    }
}
