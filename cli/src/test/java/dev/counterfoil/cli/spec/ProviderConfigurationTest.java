// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.BackoffKind;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Jitter;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.journal.record.ProviderSlot;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.dispatch.Dispatcher;
import dev.counterfoil.scheduler.exec.ExecCommand;
import dev.counterfoil.scheduler.exec.ExitCodes;
import dev.counterfoil.scheduler.lookup.ReceiptBook;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProviderConfigurationTest {
    private static final List<String> WORDS = List.of("true", "/bin/sh", "-c", "", "ä\"\\\n", "\uD83D\uDE00", "a b");
    private static final ProviderConfiguration SMALL = new ProviderConfiguration(
            Backoff.STANDARD, Optional.of(Duration.ofSeconds(5)), Optional.of(Bytes.of(new byte[] {0, 1, 2})),
            List.of(new ProviderConfiguration.Entry(new ProviderId("p"), new Way.Exec(new ExecCommand(
                    List.of("/bin/x", "a"), ExitCodes.of(Set.of(64, 65), Set.of(75), Set.of()),
                    ExecCommand.Stdin.NOTHING, ExecCommand.Stderr.OURS)))));

    @Test
    void the_stored_form_is_the_one_in_the_documentation() {
        assertEquals("{\"attempt_timeout_millis\":5000,\"backoff\":{\"factor_thousandths\":2000,\"initial_millis\":100,"
                + "\"jitter\":\"full\",\"kind\":\"exponential\",\"max_millis\":30000},\"format\":\"counterfoil.configuration.v1\","
                + "\"input_base64\":\"AAEC\",\"providers\":[{\"exec\":{\"command\":[\"/bin/x\",\"a\"],\"permanent_exit_codes\":[],"
                + "\"rejected_exit_codes\":[64,65],\"retryable_exit_codes\":[75],\"stderr\":\"ours\",\"stdin\":\"nothing\"},"
                + "\"id\":\"p\"}]}",
                SMALL.bytes().utf8());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void what_was_stored_is_read_back(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 300; i++) {
            ProviderConfiguration configuration = some(random);
            assertEquals(Optional.of(configuration), ProviderConfiguration.parse(configuration.bytes()));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{}", "[]", "null", "{\"format\":\"counterfoil.configuration.v2\"}", "x"})
    void the_configuration_of_another_is_none(String foreign) {
        assertEquals(Optional.empty(), ProviderConfiguration.parse(Bytes.utf8(foreign)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"5000->-1", "5000->5e3", "\"p\"->\"\"", "[75]->[64]", "[75]->[0]", "AAEC->AAE", "AAEC->A*", "ours->theirs",
        "v1->v9", "2000->999", "\"/bin/x\"->1", "exponential->EXPONENTIAL", "\"stdin\"->\"extra\":1,\"stdin\""})
    void what_does_not_read_back_as_it_stands_is_none(String change) {
        String[] sides = change.split("->");
        String broken = SMALL.bytes().utf8().replace(sides[0], sides[1]);
        assertNotEquals(SMALL.bytes().utf8(), broken);
        assertEquals(Optional.empty(), ProviderConfiguration.parse(Bytes.utf8(broken)));
    }

    @Test
    void other_providers_than_the_bound_ones_are_none() {
        Dispatchers none = Dispatchers.UNCALLED;
        assertTrue(SMALL.means(List.of(ProviderSlot.cleared(new ProviderId("p"))), none).isPresent());
        assertTrue(SMALL.means(List.of(ProviderSlot.cleared(new ProviderId("q"))), none).isEmpty());
        assertTrue(SMALL.means(List.of(), none).isEmpty());
    }

    @Test
    void a_dispatcher_is_made_of_what_was_stored() {
        List<Object> seen = new ArrayList<>();
        SMALL.means(List.of(ProviderSlot.cleared(new ProviderId("p"))), new Dispatchers() {
            @Override
            public Dispatcher exec(ExecCommand command, Optional<Bytes> input) {
                seen.add(new Way.Exec(command));
                seen.add(input);
                return dispatch -> Answer.uncertain();
            }

            @Override
            public Dispatcher http(HttpForm form) {
                throw new AssertionError("there is none");
            }

            @Override
            public ReceiptBook receipts(ReceiptsForm form) {
                throw new AssertionError("no book is given");
            }
        });
        assertEquals(List.of(SMALL.providers().get(0).way(), Optional.of(Bytes.of(new byte[] {0, 1, 2}))), seen);
    }

    @Test
    void each_provider_has_a_digest_of_its_own_configuration() {
        Way other = new Way.Exec(ExecCommand.of(List.of("/bin/x", "b")));
        var entry = SMALL.providers().get(0);
        assertNotEquals(entry.digest(), new ProviderConfiguration.Entry(entry.id(), other).digest());
        assertEquals(entry.digest(), new ProviderConfiguration.Entry(entry.id(), entry.way()).digest());
    }

    private static ProviderConfiguration some(SplittableRandom random) {
        long initial = random.nextLong(1, 1_000_000);
        Backoff backoff = new Backoff(
                BackoffKind.values()[random.nextInt(5)], initial, initial + random.nextLong(1_000_000), 1_000 + random.nextInt(999_000),
                Jitter.values()[random.nextInt(3)]);
        List<ProviderConfiguration.Entry> providers = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(4); i++) {
            providers.add(new ProviderConfiguration.Entry(new ProviderId("p" + i), new Way.Exec(command(random))));
        }
        byte[] input = new byte[random.nextInt(40)];
        random.nextBytes(input);
        return new ProviderConfiguration(
                backoff,
                random.nextBoolean() ? Optional.of(Duration.ofMillis(random.nextLong(1, 1L << 53))) : Optional.empty(),
                random.nextBoolean() ? Optional.of(Bytes.of(input)) : Optional.empty(),
                providers);
    }

    private static ExecCommand command(SplittableRandom random) {
        List<String> parts = new ArrayList<>(List.of("program"));
        List<TreeSet<Integer>> lists = List.of(new TreeSet<>(), new TreeSet<>(), new TreeSet<>());
        for (int i = 0; i < random.nextInt(6); i++) {
            parts.add(WORDS.get(random.nextInt(WORDS.size())));
            lists.get(random.nextInt(3)).add(1 + 10 * i);
        }
        return new ExecCommand(
                parts, ExitCodes.of(lists.get(0), lists.get(1), lists.get(2)),
                ExecCommand.Stdin.values()[random.nextInt(2)], ExecCommand.Stderr.values()[random.nextInt(2)]);
    }
}
