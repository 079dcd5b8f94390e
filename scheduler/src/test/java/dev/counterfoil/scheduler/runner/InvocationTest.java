// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.counterfoil.journal.record.Account;
import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.Binding;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Contract;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.DoubtProfile;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Operation;
import dev.counterfoil.journal.record.Quote;
import dev.counterfoil.scheduler.dispatch.Answer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class InvocationTest {
    private static Invocation.Builder builder() {
        return Invocation.of("a").request("one").limit(Dimension.MAX_CALLS, 1).provider("p", dispatch -> Answer.retryable());
    }

    static Stream<Consumer<Invocation.Builder>> changes() {
        return Stream.of(
                b -> b.request("two"),
                b -> b.confidentiality("secret"),
                b -> b.operation(new Operation(Contract.RECEIVER_IDEMPOTENT, Optional.of("s"), Optional.of("k"))),
                b -> b.limit(Dimension.MAX_CALLS, 2),
                b -> b.deadline(Duration.ofSeconds(1)),
                b -> b.deadlineAt(Instant.EPOCH.plusSeconds(1)),
                b -> b.provider("q", dispatch -> Answer.retryable()),
                b -> b.quote(new Quote(1, 1, 1)),
                b -> b.doubt(DoubtProfile.REDELIVER),
                b -> b.accounts(List.of(new Account("acme"))),
                b -> b.parent(new InvocationId("whole")),
                b -> b.backoff(Backoff.NONE),
                b -> b.attemptTimeout(Duration.ofSeconds(1)),
                b -> b.configuration(Bytes.utf8("{}")));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void a_builder_that_is_used_after_it_built_changes_nothing_that_was_built(Consumer<Invocation.Builder> change) {
        Invocation.Builder builder = builder();
        Invocation built = builder.build();
        Binding binding = built.bindingAt(Instant.EPOCH);
        Means means = built.means();
        change.accept(builder);
        assertEquals(Bytes.utf8("one"), built.request());
        assertEquals(binding, built.bindingAt(Instant.EPOCH));
        assertEquals(means, built.means());
        assertEquals(Optional.empty(), built.configuration());
    }
}
