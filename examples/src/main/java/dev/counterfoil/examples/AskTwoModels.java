// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.examples;

import dev.counterfoil.http.Endpoint;
import dev.counterfoil.journal.fold.Attempt;
import dev.counterfoil.journal.fold.Totals;
import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.Charge;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.model.ChatMessage;
import dev.counterfoil.model.ChatModel;
import dev.counterfoil.model.ChatReply;
import dev.counterfoil.model.ChatRequest;
import dev.counterfoil.model.Price;
import dev.counterfoil.model.PriceTable;
import dev.counterfoil.scheduler.Counterfoil;
import dev.counterfoil.scheduler.runner.Invocation;
import dev.counterfoil.scheduler.runner.InvocationResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A question for a cheap model, and for a dear one where the cheap one has no room, within a budget that no answer can exceed unseen. What
 * each attempt reserved, what its reply said it used, and what is left.
 *
 * <p>Confined to the thread that runs it.
 */
public final class AskTwoModels {
    static final PriceTable PRICES = PriceTable.EMPTY
            .with("small", Price.perMillion(500_000, 1_500_000))
            .with("large", Price.perMillion(5_000_000, 15_000_000));

    private final Path journal;
    private final List<String> told = new ArrayList<>();

    private AskTwoModels(Path journal) {
        this.journal = journal;
    }

    /**
     * Tells the story.
     *
     * @param arguments the journal's file
     * @throws IOException where no directory can be made for it, or no endpoint can listen
     */
    public static void main(String[] arguments) throws IOException {
        Path file = arguments.length > 0 ? Path.of(arguments[0]) : Files.createTempDirectory("counterfoil").resolve("chat.journal");
        story(file).forEach(System.out::println);
    }

    static List<String> story(Path file) throws IOException {
        AskTwoModels asking = new AskTwoModels(file);
        asking.whileOneIsBusy();
        asking.whereTheBudgetIsTooSmall();
        asking.whereTheAccountIsEmpty();
        return asking.told;
    }

    private void whileOneIsBusy() throws IOException {
        try (ModelEndpoint small = new ModelEndpoint(ModelEndpoint.refuses(429, "rate_limit_exceeded"));
                ModelEndpoint large = new ModelEndpoint(ModelEndpoint.says("Air scatters blue light most.", 21, 64))) {
            ask("question-1", 2_000, small, large);
            ask("question-1", 2_000, small, large);
        }
    }

    private void whereTheBudgetIsTooSmall() throws IOException {
        try (ModelEndpoint small = new ModelEndpoint(ModelEndpoint.refuses(429, "rate_limit_exceeded"));
                ModelEndpoint large = new ModelEndpoint(ModelEndpoint.says("Air scatters blue light most.", 21, 64))) {
            ask("question-2", 1_000, small, large);
        }
    }

    private void whereTheAccountIsEmpty() throws IOException {
        try (ModelEndpoint small = new ModelEndpoint(ModelEndpoint.refuses(429, "insufficient_quota"));
                ModelEndpoint large = new ModelEndpoint(ModelEndpoint.says("Air scatters blue light most.", 21, 64))) {
            ask("question-3", 2_000, small, large);
        }
    }

    private void ask(String id, long budgetMicros, ModelEndpoint small, ModelEndpoint large) {
        try (Counterfoil runtime = Counterfoil.open(journal)) {
            // PAGE: begin
            ChatRequest question = ChatRequest.of("small", 60, ChatMessage.user("Why is the sky blue?")).orModel("large");
            Invocation invocation = Invocation.of(id)
                    .request(question.bytes())
                    .limit(Dimension.MAX_CALLS, 4)
                    .limit(Dimension.MAX_RETRIES, 1)
                    .limit(Dimension.MAX_COST_MICROS, budgetMicros)
                    .backoff(Backoff.NONE)
                    .provider(ChatModel.of("small", Endpoint.of(small.url()), PRICES).provider("primary", question))
                    .provider(ChatModel.of("large", Endpoint.of(large.url()), PRICES).provider("fallback", question))
                    .build();
            InvocationResult result = runtime.run(invocation).result();
            // PAGE: end
            tell(result, runtime.journal().read(invocation.id()).orElseThrow().soundState().attempts().toList());
            long used = result.totals().costMicros();
            told.add("  budget " + budgetMicros + " micros, used up " + used + ", left " + (budgetMicros - used)
                    + "; requests that came: small " + small.requests() + ", large " + large.requests());
        }
    }

    private void tell(InvocationResult result, List<Attempt> attempts) {
        String answer = result.response().flatMap(ChatReply::read).flatMap(ChatReply::text).orElse("no answer");
        told.add(result.invocation() + ": " + result.status().code() + ", " + result.reason() + ", " + result.origin().code() + ": "
                + answer);
        if (result.origin() == InvocationResult.Origin.THIS_RUN) {
            attempts.forEach(attempt -> told.add("  " + attempt.intent().kind().code() + " at " + attempt.intent().provider() + ", "
                    + attempt.outcomeClass().code() + ": reserved " + spelled(attempt.intent().charge()) + ", counts "
                    + spelled(attempt.exposure())));
        }
    }

    private static String spelled(Charge reserved) {
        return reserved.contextTokens() + "+" + reserved.outputTokens() + " tokens " + reserved.costMicros() + " micros";
    }

    private static String spelled(Totals exposure) {
        return exposure.contextTokens() + "+" + exposure.outputTokens() + " tokens " + exposure.costMicros() + " micros";
    }
}
