// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.counterfoil.journal.fold.BusinessState;
import dev.counterfoil.journal.fold.Totals;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Cancellation;
import dev.counterfoil.journal.record.Closing;
import dev.counterfoil.journal.record.ClosingStatus;
import dev.counterfoil.journal.record.Content;
import dev.counterfoil.journal.record.Evidence;
import dev.counterfoil.journal.record.EvidenceKind;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.JournalRecord;
import dev.counterfoil.journal.record.Outcome;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.journal.record.OutcomeReason;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.journal.record.RefusalCode;
import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.journal.record.Stamp;
import dev.counterfoil.journal.record.Usage;
import dev.counterfoil.journal.record.Verdict;
import dev.counterfoil.journal.record.VerdictGround;
import dev.counterfoil.journal.record.VerdictKind;
import dev.counterfoil.journal.wire.Conflict;
import dev.counterfoil.scheduler.runner.InvocationResult;
import dev.counterfoil.scheduler.runner.RunOutcome;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The printed lines, letter by letter. */
class LinesTest {
    private static final InvocationId ID = new InvocationId("a");
    private static final String TOTALS = "\"totals\":{\"calls\":1,\"retries\":2,\"failovers\":3,\"context_tokens\":4,\"output_tokens\":5,"
            + "\"aggregate_tokens\":9,\"cost_micros\":6,\"request_bytes\":7,\"response_bytes_reserved\":8}}";
    private static final Stamp STAMP = new Stamp(4, Instant.EPOCH, 1);

    private static final Outcome LAST = new Outcome(STAMP, 1, OutcomeClass.NOT_DISPATCHED, Optional.empty(), Usage.UNKNOWN,
            Optional.empty(), Optional.of(OutcomeReason.COMMAND_MISSING), OptionalLong.empty());
    private static final Path JOURNAL = Path.of("it's here", "j.db");

    private static InvocationResult result(InvocationResult.Status status, Optional<Bytes> response, Optional<Sha256> digest) {
        return new InvocationResult(
                ID, status, "completed", BusinessState.CONFIRMED, InvocationResult.Origin.REPLAYED, InvocationResult.Timeliness.LATE, 2,
                Optional.of(new ProviderId("p")), Optional.of(LAST), digest, response, new Totals(1, 2, 3, 4, 5, 6, 7, 8));
    }

    private static InvocationResult settled(byte... response) {
        Bytes bytes = Bytes.of(response);
        return result(InvocationResult.Status.SETTLED, Optional.of(bytes), Optional.of(bytes.content().sha256()));
    }

    @Test
    void a_text_response_is_text() {
        byte[] response = {'"', '\n', 1};
        assertEquals("{\"invocation\":\"a\",\"status\":\"settled\",\"reason\":\"completed\",\"business_state\":\"confirmed\","
                + "\"replayed\":true,\"late\":true,\"attempts\":2,\"provider\":\"p\",\"response_sha256\":\"" + Sha256.of(response)
                + "\",\"response\":\"\\\"\\n\\u0001\"," + TOTALS, ResultLine.json(settled(response)));
    }

    @Test
    void a_response_that_is_no_text_is_base64() {
        assertTrue(ResultLine.json(settled((byte) 0xFF)).endsWith(",\"response_base64\":\"/w==\"," + TOTALS));
    }

    @Test
    void an_erased_response_says_so() {
        String line = ResultLine.json(result(InvocationResult.Status.SETTLED, Optional.empty(), Optional.of(Sha256.ZERO)));
        assertTrue(line.endsWith("\"response_sha256\":\"" + "0".repeat(64) + "\",\"response_erased\":true," + TOTALS), line);
    }

    @Test
    void no_response_is_null() {
        String line = ResultLine.json(result(InvocationResult.Status.STOPPED, Optional.empty(), Optional.empty()));
        assertTrue(line.endsWith("\"response_sha256\":null,\"response\":null," + TOTALS), line);
    }

    @Test
    void numbers_beyond_the_canonical_integers_are_printed_whole() {
        assertEquals("{\"n\":9223372036854775807}", new JsonLine().put("n", Long.MAX_VALUE).toString());
    }

    @Test
    void half_of_a_surrogate_pair_is_escaped_and_a_whole_one_is_not() {
        assertEquals("{\"t\":\"\\ud83d \uD83D\uDE00 \u00e9\"}", new JsonLine().put("t", "\uD83D \uD83D\uDE00 \u00e9").toString());
    }

    static Stream<Arguments> events() {
        Content content = Bytes.EMPTY.content();
        return Stream.of(
                arguments(new Cancellation(STAMP, Optional.of("me")), "{\"event\":\"cancelled\",\"invocation\":\"a\",\"sequence\":4"),
                arguments(new Closing(STAMP, ClosingStatus.STOPPED, RefusalCode.CANCELLED),
                        "{\"event\":\"closed\",\"invocation\":\"a\",\"sequence\":4"),
                arguments(new Verdict(STAMP, 3, VerdictKind.NOT_APPLIED, VerdictGround.PERSON, Optional.of(content), Optional.empty(),
                        Optional.empty()), "{\"event\":\"verdict_committed\",\"invocation\":\"a\",\"ordinal\":3,\"sequence\":4"));
    }

    @ParameterizedTest
    @MethodSource("events")
    void an_event_has_the_members_that_apply(JournalRecord step, String beginning) {
        assertEquals(Optional.of(beginning + ",\"digest\":\"" + "0".repeat(64) + "\"}"), EventLine.json(ID, step, Sha256.ZERO));
    }

    @Test
    void evidence_is_no_event() {
        Evidence evidence = new Evidence(STAMP, OptionalInt.empty(), EvidenceKind.LOOKUP, Bytes.EMPTY.content());
        assertEquals(Optional.empty(), EventLine.json(ID, evidence, Sha256.ZERO));
    }

    static Stream<Arguments> outcomes() {
        return Stream.of(
                arguments(new RunOutcome.Concluded(settled()), 0, ""),
                arguments(new RunOutcome.Concluded(result(InvocationResult.Status.STOPPED, Optional.empty(), Optional.empty())), 3,
                        "a: stopped, completed (attempt 1: not_dispatched, command_missing); see the result line for what is known of it"),
                arguments(new RunOutcome.Concluded(result(InvocationResult.Status.UNCERTAIN, Optional.empty(), Optional.empty())), 4,
                        "a: uncertain, completed (attempt 1: not_dispatched, command_missing); find out what happened to attempt 1, then: "
                                + "counterfoil reconcile 'it'\\''s here/j.db' a 1"
                                + " --verdict completed|not_applied|redeliver|abandoned --evidence TEXT"),
                arguments(new RunOutcome.Conflicting(ID, new Conflict("quote", "1", "2")), 7,
                        "a: conflict, quote: bound to 1, given 2; use the first content, or another id"),
                arguments(new RunOutcome.Unknown(ID), 7, "a: unknown, no such invocation in this journal; check the id"),
                arguments(new RunOutcome.OwnedElsewhere(ID, Optional.empty(), Optional.empty()), 6,
                        "a: owned_elsewhere, this process was silent for too long and lost it; run it again to go on"),
                arguments(new RunOutcome.ProvidersUnknown(ID), 6,
                        "a: providers_unknown, the next step needs a provider and none is stored; give --spec"),
                arguments(new RunOutcome.LeftOpen(ID), 143, "a: left_open, the process was told to stop; run it again to go on"),
                arguments(new RunOutcome.NotStarted(ID, "disk full"), 6, "a: not_started, nothing was sent: disk full"),
                arguments(new RunOutcome.OutcomeNotDurable(ID, Optional.of(Bytes.EMPTY), "disk full"), 6,
                        "a: outcome_not_durable, the provider answered (0 bytes, sha256 " + Bytes.EMPTY.content().sha256()
                                + ") and the journal does not hold it: disk full"),
                arguments(new RunOutcome.Unavailable(ID, Optional.empty(), "disk full"), 6, "a: unavailable, disk full"));
    }

    @Test
    void a_place_that_begins_with_a_dash_is_no_option_of_the_command_to_paste() {
        assertEquals("counterfoil reconcile --verdict completed|not_applied|redeliver|abandoned --evidence TEXT -- j.db -a 0",
                ReconcileLine.of(Path.of("j.db"), new InvocationId("-a"), 0));
    }

    @ParameterizedTest
    @MethodSource("outcomes")
    void each_outcome_has_its_status_and_line(RunOutcome outcome, int status, String line) {
        OutcomeLine told = OutcomeLine.of(outcome, JOURNAL, Optional.of(ExitStatus.TERMINATED));
        assertEquals(status, told.status().code());
        assertEquals(line, told.line().orElse(""));
    }
}
