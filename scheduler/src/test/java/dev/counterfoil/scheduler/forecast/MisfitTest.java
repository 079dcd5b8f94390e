// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.forecast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Quote;
import dev.counterfoil.journal.record.RefusalCode;
import dev.counterfoil.scheduler.Counterfoil;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.plan.Fits;
import dev.counterfoil.scheduler.plan.Policy;
import dev.counterfoil.scheduler.plan.RetryTerms;
import dev.counterfoil.scheduler.plan.Surroundings;
import dev.counterfoil.scheduler.runner.Invocation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What can never fit is told when a runtime is opened: once, before any dispatch, and fatally where the host wishes that. */
final class MisfitTest {
    /** Its best case is longer than its limit. */
    private static final Policy HOPELESS = new Policy.Timeout(250, new Policy.Attempt(
            400, 300, OptionalDouble.empty(), Optional.empty(), Map.of(), Optional.empty()));

    @TempDir
    private Path directory;

    private final AtomicInteger calls = new AtomicInteger();

    private Invocation.Builder named(String id) {
        return Invocation.of(id).limit(Dimension.MAX_CALLS, 2).provider("p", dispatch -> {
            calls.incrementAndGet();
            return Answer.completed("done");
        });
    }

    @Test
    void what_can_never_fit_is_told_once_at_the_opening_in_the_order_in_which_it_was_expected() {
        List<List<Misfit>> told = new ArrayList<>();
        try (Counterfoil runtime = Counterfoil.settings()
                .expect(named("good").build())
                .expect("hopeless", HOPELESS, Surroundings.NOTHING)
                .expect(named("dear").quote(new Quote(0, 0, 2)).limit(Dimension.MAX_COST_MICROS, 1).build())
                .expect(named("late").deadline(Duration.ZERO).build())
                .onMisfit(misfits -> {
                    assertFalse(Files.exists(directory.resolve("j.db")), "before anything is opened");
                    told.add(misfits);
                })
                .open(directory.resolve("j.db"))) {
            assertEquals(0, calls.get());
            assertEquals(1, told.size());
            List<Misfit> misfits = told.get(0);
            assertEquals(List.of("hopeless", "dear", "late"), misfits.stream().map(Misfit::name).toList());
            assertEquals(Fits.NO, assertInstanceOf(Misfit.NoTime.class, misfits.get(0)).analysis().fits());
            assertEquals("hopeless: never_fits, not even its best case of 300 ms; see its plan", misfits.get(0).message());
            assertEquals(new Misfit.NoAttempt(new InvocationId("dear"), RefusalCode.COST_EXHAUSTED), misfits.get(1));
            assertEquals("late: deadline_exceeded, no attempt can be made; see its limits", misfits.get(2).message());
            runtime.run(named("good").build());
            assertEquals(1, told.size(), "told once");
            assertEquals(1, calls.get());
        }
    }

    @Test
    void where_the_host_wishes_it_nothing_is_opened() {
        Counterfoil.Settings settings = Counterfoil.settings().refuseMisfits().expect("hopeless", HOPELESS, Surroundings.NOTHING);
        MisfitException refused = assertThrows(MisfitException.class, () -> settings.open(directory.resolve("j.db")));
        assertEquals(List.of("hopeless"), refused.misfits().stream().map(Misfit::name).toList());
        assertFalse(Files.exists(directory.resolve("j.db")));
    }

    @Test
    void what_fits_or_may_fit_is_not_told() {
        Policy cut = new Policy.Timeout(2_000, new Policy.Retry(new Policy.Attempt(800), RetryTerms.of(4)));
        try (Counterfoil runtime = Counterfoil.settings().refuseMisfits()
                .expect("cut", cut, Surroundings.NOTHING)
                .expect(named("good").deadline(Duration.ofHours(1)).build())
                .open(directory.resolve("j.db"))) {
            assertEquals(List.of(), runtime.openInvocations(), "what is expected is not run");
        }
    }
}
