// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.question;

import dev.counterfoil.journal.canonical.JsonTree;
import dev.counterfoil.scheduler.decision.Lookup;
import dev.counterfoil.scheduler.decision.Outcome;
import dev.counterfoil.scheduler.decision.ReceiptState;
import dev.counterfoil.scheduler.decision.RecoveryAnswer;
import dev.counterfoil.scheduler.decision.RecoveryDecision;
import dev.counterfoil.scheduler.decision.RecoveryInput;

/** Reads what the recovery decision looks at. Pure; thread-safe. */
public final class RecoveryQuestion {
    private RecoveryQuestion() {}

    /**
     * Reads a question and has it decided.
     *
     * @param value the members of an input
     * @return the decision
     * @throws QuestionException where it is no question, or outside of the rules
     */
    public static RecoveryAnswer.Decided decide(JsonTree value) {
        Question question = Question.of(value, "outcome", "reply_result", "operation", "receipt", "contract", "attempts_started",
                "max_attempts", "now_ms", "deadline_ms", "timeout_ms", "base_ms", "cap_ms", "jitter_ppm", "retry_after_ms", "cancelled");
        RecoveryAnswer answer = RecoveryDecision.decide(input(question));
        if (answer instanceof RecoveryAnswer.Invalid wrong) {
            throw question.invalid(wrong.path(), wrong.what());
        }
        return (RecoveryAnswer.Decided) answer;
    }

    private static RecoveryInput input(Question question) {
        return new RecoveryInput(
                question.word("outcome", Outcome.class),
                question.textOrNull("reply_result"),
                operation(question.object("operation", "key", "fingerprint")),
                receipt(question.object("receipt", "lookup", "state", "fingerprint", "result")),
                contract(question.object("contract", "idempotent", "reconciliation", "read_only")),
                question.whole("attempts_started"),
                question.whole("max_attempts"),
                question.whole("now_ms"),
                question.whole("deadline_ms"),
                question.whole("timeout_ms"),
                question.whole("base_ms"),
                question.whole("cap_ms"),
                question.whole("jitter_ppm"),
                question.wholeOrNull("retry_after_ms"),
                question.truth("cancelled"));
    }

    private static RecoveryInput.Operation operation(Question operation) {
        return new RecoveryInput.Operation(operation.textOrNull("key"), operation.text("fingerprint"));
    }

    private static RecoveryInput.Receipt receipt(Question receipt) {
        return new RecoveryInput.Receipt(receipt.word("lookup", Lookup.class), receipt.wordOrNull("state", ReceiptState.class),
                receipt.textOrNull("fingerprint"), receipt.textOrNull("result"));
    }

    private static RecoveryInput.Contract contract(Question contract) {
        return new RecoveryInput.Contract(contract.truth("idempotent"), contract.truth("reconciliation"), contract.truth("read_only"));
    }
}
