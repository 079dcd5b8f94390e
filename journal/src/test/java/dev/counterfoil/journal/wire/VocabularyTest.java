// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.counterfoil.journal.record.AttemptKind;
import dev.counterfoil.journal.record.BackoffKind;
import dev.counterfoil.journal.record.ClosingReason;
import dev.counterfoil.journal.record.ClosingStatus;
import dev.counterfoil.journal.record.Coded;
import dev.counterfoil.journal.record.Contract;
import dev.counterfoil.journal.record.DamageReason;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.DoubtProfile;
import dev.counterfoil.journal.record.EvidenceKind;
import dev.counterfoil.journal.record.FailureCategory;
import dev.counterfoil.journal.record.Jitter;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.journal.record.OutcomeReason;
import dev.counterfoil.journal.record.RefusalCode;
import dev.counterfoil.journal.record.VerdictGround;
import dev.counterfoil.journal.record.VerdictKind;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The closed lists of format v1: a word that is added, renamed or moved changes the format, and this table. */
class VocabularyTest {
    static Stream<Arguments> lists() {
        return Stream.of(
                Arguments.of(AttemptKind.class, "fresh retry failover redelivery"),
                Arguments.of(BackoffKind.class, "none fixed linear exponential decorrelated"),
                Arguments.of(Jitter.class, "none full equal"),
                Arguments.of(ClosingStatus.class, "settled stopped"),
                Arguments.of(ClosingReason.Ending.class, "completed permanent abandoned"),
                Arguments.of(Contract.class, "read_only receiver_idempotent non_idempotent"),
                Arguments.of(DoubtProfile.class, "strict reconcile redeliver"),
                Arguments.of(VerdictKind.class, "completed not_applied redeliver abandoned"),
                Arguments.of(VerdictGround.class, "receipt contract person"),
                Arguments.of(
                        EvidenceKind.class, "late_outcome lookup unusable_response malformed_report clock_regression restored erasure"),
                Arguments.of(
                        OutcomeClass.class,
                        "not_dispatched rejected_before_processing provider_reported_retryable rejected_permanently"
                                + " completed_with_response uncertain"),
                Arguments.of(FailureCategory.class, "timeout cancelled capacity_exceeded provider_error malformed_response refused"),
                Arguments.of(
                        OutcomeReason.class,
                        "exit_code signal attempt_timeout stopped_by_host response_too_large command_missing command_not_executable"
                                + " profile_mismatch lease_too_old connection_refused unknown_host tls_failed reset status exception"),
                Arguments.of(
                        Dimension.class,
                        "max_calls max_retries max_failovers max_context_tokens max_output_tokens max_aggregate_tokens max_cost_micros"
                                + " max_latency_millis max_request_bytes max_response_bytes max_total_input_bytes max_total_output_bytes"),
                Arguments.of(
                        RefusalCode.class,
                        "cancelled deadline_exceeded calls_exhausted prior_outcome_not_retryable retries_exhausted"
                                + " provider_retries_exhausted retry_budget_exhausted failovers_exhausted alternatives_exhausted"
                                + " provider_out_of_order provider_not_cleared delay_exceeds_deadline context_tokens_exceeded"
                                + " output_tokens_exceeded aggregate_tokens_exhausted cost_exhausted request_bytes_exceeded"
                                + " response_bytes_exceeded total_input_bytes_exhausted total_output_bytes_exhausted account_exhausted"),
                Arguments.of(
                        DamageReason.class,
                        "digest_differs not_canonical sequence_gap unknown_version payload_differs configuration_differs head_missing"
                                + " anchor_differs unlawful unreadable structure_differs"));
    }

    @ParameterizedTest
    @MethodSource("lists")
    <E extends Enum<E> & Coded> void a_list_has_exactly_these_words_in_this_order(Class<E> list, String words) {
        assertEquals(words, Arrays.stream(list.getEnumConstants()).map(Coded::code).collect(Collectors.joining(" ")));
        for (E word : list.getEnumConstants()) {
            assertEquals(Optional.of(word), Coded.find(list, word.code()));
            assertEquals(Optional.empty(), Coded.find(list, word.name()));
        }
    }

    @Test
    void a_closing_reason_is_found_by_its_code_whichever_list_it_stands_in() {
        Stream.of(ClosingReason.Ending.values(), RefusalCode.values())
                .flatMap(Arrays::<ClosingReason>stream)
                .forEach(reason -> assertEquals(Optional.of(reason), ClosingReason.find(reason.code())));
        assertEquals(Optional.empty(), ClosingReason.find("uncertain"));
    }
}
