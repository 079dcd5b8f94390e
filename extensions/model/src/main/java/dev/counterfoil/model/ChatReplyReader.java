// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.model;

import dev.counterfoil.http.Reply;
import dev.counterfoil.http.ReplyReader;
import dev.counterfoil.journal.canonical.CanonicalWriter;
import dev.counterfoil.journal.canonical.Json;
import dev.counterfoil.journal.canonical.JsonTree;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Coded;
import dev.counterfoil.journal.record.EvidenceKind;
import dev.counterfoil.journal.record.FailureCategory;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.journal.record.OutcomeReason;
import dev.counterfoil.journal.record.Usage;
import dev.counterfoil.scheduler.dispatch.Answer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/** Reads a reply of a chat endpoint: what was used, and what an error is. Immutable and thread-safe. */
final class ChatReplyReader implements ReplyReader {
    private static final int ERROR_BYTES = 64 << 10;
    private static final Set<OutcomeClass> NOTHING_WAS_DONE = Set.of(
            OutcomeClass.REJECTED_BEFORE_PROCESSING, OutcomeClass.PROVIDER_REPORTED_RETRYABLE, OutcomeClass.REJECTED_PERMANENTLY);

    private final String model;
    private final PriceTable prices;
    private final ErrorCodes codes;

    ChatReplyReader(String model, PriceTable prices, ErrorCodes codes) {
        this.model = model;
        this.prices = prices;
        this.codes = codes;
    }

    @Override
    public int errorBytes() {
        return ERROR_BYTES;
    }

    @Override
    public Answer read(Reply reply, Answer answer) {
        Optional<Bytes> body = reply.content();
        if (body.isEmpty()) {
            return answer;
        }
        return ReplyJson.of(body.get()).match(new ReplyJson.Cases<>(
                read -> used(read.members(), reply.isSuccess() ? completion(read.members(), answer) : error(read.members(), answer)),
                unreadable -> reply.isSuccess() ? malformedReport(answer, unreadable.fault(), "") : answer,
                foreign -> reply.isSuccess() ? unusable(answer) : answer));
    }

    private static Answer completion(JsonTree.Members reply, Answer answer) {
        return ChatReply.isOne(reply) ? answer : unusable(answer);
    }

    /** A success that is no completion happened all the same, whatever it was: its body is kept, and nothing is done again. */
    private static Answer unusable(Answer answer) {
        Answer uncertain = Answer.uncertain().category(FailureCategory.MALFORMED_RESPONSE);
        return answer.response().map(body -> uncertain.keeping(EvidenceKind.UNUSABLE_RESPONSE, body)).orElse(answer);
    }

    private Answer error(JsonTree.Members reply, Answer answer) {
        List<String> said = Stream.concat(reply.member("error").stream(), Stream.of(reply))
                .flatMap(error -> Stream.of("code", "type").flatMap(name -> text(error, name).stream()))
                .toList();
        if (!NOTHING_WAS_DONE.contains(answer.outcomeClass())) {
            return answer;
        }
        if (said.stream().anyMatch(codes.permanent()::contains)) {
            return refused(Answer.permanentlyRejected(), answer);
        }
        return said.stream().anyMatch(codes.rejected()::contains) ? refused(Answer.rejected(), answer) : answer;
    }

    private static Answer refused(Answer known, Answer answer) {
        return known.category(FailureCategory.REFUSED).because(answer.reason().orElse(OutcomeReason.STATUS));
    }

    private Answer used(JsonTree.Members reply, Answer answer) {
        return UsageReader.read(reply).match(new UsageReport.Cases<>(
                told -> told(reply, told, answer),
                unsound -> malformedReport(answer, unsound.fault(), unsound.member())));
    }

    private Answer told(JsonTree.Members reply, UsageReport.Told told, Answer answer) {
        if (told.contextTokens().isEmpty() || told.outputTokens().isEmpty()) {
            return answer.used(new Usage(told.contextTokens(), told.outputTokens(), OptionalLong.empty()));
        }
        OptionalLong cost = cost(reply, told.contextTokens().getAsLong(), told.cachedTokens(), told.outputTokens().getAsLong());
        Answer known = answer.used(new Usage(told.contextTokens(), told.outputTokens(), cost));
        return cost.isPresent() ? known : malformedReport(known, UsageFault.TOO_LARGE, "cost");
    }

    /** By the price of the model that says it answered, where it has one: an endpoint may have passed the request on. */
    private OptionalLong cost(JsonTree.Members reply, long context, long cached, long output) {
        Optional<Price> price = text(reply, "model").flatMap(prices::price).or(() -> prices.price(model));
        OptionalLong cost = price.map(known -> known.costMicros(context, cached, output)).orElse(OptionalLong.empty());
        return cost.isPresent() && cost.getAsLong() <= Bounds.OBSERVED ? cost : OptionalLong.empty();
    }

    private static Answer malformedReport(Answer answer, Coded fault, String member) {
        return answer.keeping(EvidenceKind.MALFORMED_REPORT, Bytes.of(CanonicalWriter.write(
                Json.object().put("fault", fault.code()).put("member", member).build())));
    }

    private static Optional<String> text(JsonTree in, String name) {
        return in instanceof JsonTree.Members members && members.members().get(name) instanceof JsonTree.Text text
                ? Optional.of(text.value())
                : Optional.empty();
    }
}
