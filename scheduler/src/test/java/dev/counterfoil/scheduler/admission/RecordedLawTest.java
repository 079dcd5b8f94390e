// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.admission;

import static dev.counterfoil.scheduler.admission.Story.F;
import static dev.counterfoil.scheduler.admission.Story.P;
import static dev.counterfoil.scheduler.admission.Story.limits;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.counterfoil.journal.record.AttemptKind;
import dev.counterfoil.journal.record.Charge;
import dev.counterfoil.journal.record.Intent;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.journal.record.Quote;
import dev.counterfoil.journal.record.VerdictKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a reader of a journal asks of the scheduler's law. */
class RecordedLawTest {
    private static final Charge LAWFUL = Charge.ofAttempt(new Quote(4, 2, 3), 10, 20, List.of());

    private static Story story() {
        return Story.of(limits(2, 1, 1), P, F);
    }

    private static Optional<String> objection(ProviderId provider) {
        Story story = story();
        Intent intent = new Intent(
                story.state().next(story.now(), 1), 0, AttemptKind.FRESH, provider, LAWFUL, story.ledger().prior(), Optional.empty());
        return RecordedLaw.ADMISSION.objection(story.state(), intent);
    }

    @Test
    void an_attempt_that_admission_would_have_let_in_is_not_objected_to_and_any_other_is_with_its_words() {
        assertEquals(Optional.empty(), objection(P));
        assertEquals(Optional.of("provider_out_of_order"), objection(F).map(words -> words.split(":")[0]));
    }

    @Test
    void an_invocation_goes_on_by_itself_where_an_attempt_is_next_and_may_start() {
        Map<String, Boolean> goesOn = Map.of(
                "nothing was attempted", goesOn(story()),
                "it failed safely with a call left", goesOn(story().safe(AttemptKind.FRESH, P)),
                "no call is left", goesOn(story().safe(AttemptKind.FRESH, P).safe(AttemptKind.RETRY, P)),
                "it is in doubt", goesOn(story().attempt(AttemptKind.FRESH, P)),
                "it is done", goesOn(story().attempt(AttemptKind.FRESH, P).outcome(OutcomeClass.COMPLETED_WITH_RESPONSE)),
                "it is rejected for good", goesOn(story().attempt(AttemptKind.FRESH, P).outcome(OutcomeClass.REJECTED_PERMANENTLY)),
                "a person found it not applied",
                goesOn(story().attempt(AttemptKind.FRESH, P).outcome(OutcomeClass.UNCERTAIN).verdict(VerdictKind.NOT_APPLIED)));
        assertEquals(
                Map.of(
                        "nothing was attempted", true,
                        "it failed safely with a call left", true,
                        "no call is left", false,
                        "it is in doubt", false,
                        "it is done", false,
                        "it is rejected for good", false,
                        "a person found it not applied", true),
                goesOn);
    }

    private static boolean goesOn(Story story) {
        return RecordedLaw.ADMISSION.goesOn(story.state());
    }
}
