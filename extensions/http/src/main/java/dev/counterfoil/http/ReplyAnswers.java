// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.http;

import dev.counterfoil.journal.canonical.CanonicalWriter;
import dev.counterfoil.journal.canonical.Json;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Content;
import dev.counterfoil.journal.record.EvidenceKind;
import dev.counterfoil.journal.record.FailureCategory;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.journal.record.OutcomeReason;
import dev.counterfoil.journal.record.Usage;
import dev.counterfoil.scheduler.dispatch.Answer;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What is known of an attempt by how its exchange ended. Immutable. */
final class ReplyAnswers {
    private static final Logger LOG = System.getLogger(ReplyAnswers.class.getName());
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int UNAVAILABLE = 503;
    private static final int SERVER_ERRORS = 500;
    private static final int CLIENT_ERRORS = 400;
    private static final int BEYOND = 600;

    private final StatusClasses statuses;
    private final ReplyReader reader;
    private final InstantSource clock;

    ReplyAnswers(StatusClasses statuses, ReplyReader reader, InstantSource clock) {
        this.statuses = statuses;
        this.reader = reader;
        this.clock = clock;
    }

    Answer answer(Ended ended) {
        return ended.match(new Ended.Cases<>(
                unsent -> Answer.notDispatched(unsent.reason()),
                ReplyAnswers::givenUp,
                broken -> broken(broken.what()),
                replied -> more(replied.reply(), reply(replied.reply()))));
    }

    /** As a program that is given up. */
    static Answer givenUp(Ended.GivenUp givenUp) {
        Answer uncertain = givenUp.success().map(cut -> keeping(Answer.uncertain(), cut.said(), cut.read())).orElseGet(Answer::uncertain);
        Answer known = givenUp.sent() == Ended.Sent.NOTHING ? Answer.notDispatched() : uncertain;
        return switch (givenUp.cause()) {
            case TIMEOUT -> known.category(FailureCategory.TIMEOUT).because(OutcomeReason.ATTEMPT_TIMEOUT);
            case STOPPING -> known.category(FailureCategory.CANCELLED).because(OutcomeReason.STOPPED_BY_HOST);
            case CANCELLED -> known.category(FailureCategory.CANCELLED);
        };
    }

    private static Answer broken(Ended.Break what) {
        return switch (what) {
            case RESET -> Answer.uncertain().because(OutcomeReason.RESET);
            case MALFORMED -> malformed();
            case HEAD_TOO_LARGE -> malformed().because(OutcomeReason.RESPONSE_TOO_LARGE);
            case FAILED -> Answer.uncertain().because(OutcomeReason.EXCEPTION);
        };
    }

    private static Answer malformed() {
        return Answer.uncertain().category(FailureCategory.MALFORMED_RESPONSE);
    }

    private Answer reply(Reply reply) {
        return reply.isSuccess() ? success(reply.body()) : hinted(reply, byStatus(reply.status()));
    }

    private static Answer success(Reply.Body body) {
        if (body instanceof Reply.Body.Whole whole) {
            return Answer.completed(whole.bytes());
        }
        if (body instanceof Reply.Body.TooLong tooLong) {
            return keeping(malformed().because(OutcomeReason.RESPONSE_TOO_LARGE), tooLong.said(), tooLong.read());
        }
        if (body instanceof Reply.Body.Cut cut) {
            return keeping(malformed().because(OutcomeReason.RESET), cut.said(), cut.read());
        }
        return body instanceof Reply.Body.Malformed bad ? keeping(malformed(), bad.said(), bad.read()) : malformed();
    }

    /** How much of a response came that cannot be used, and its digest; none of its bytes. */
    private static Answer keeping(Answer answer, OptionalLong said, Content read) {
        return answer.keeping(EvidenceKind.UNUSABLE_RESPONSE, Bytes.of(CanonicalWriter.write(Json.object()
                .put("content_length", Json.whole(said.stream().filter(length -> length <= Bounds.INTEGER).findFirst()))
                .put("read_bytes", read.bytes())
                .put("read_sha256", read.sha256().hex())
                .build())));
    }

    private Answer byStatus(int status) {
        OutcomeClass known = statuses.meaning(status).orElse(OutcomeClass.UNCERTAIN);
        return new Answer(known, category(status), Optional.of(OutcomeReason.STATUS), Usage.UNKNOWN, Optional.empty(),
                OptionalLong.empty(), List.of());
    }

    private static Optional<FailureCategory> category(int status) {
        if (status == TOO_MANY_REQUESTS || status == UNAVAILABLE) {
            return Optional.of(FailureCategory.CAPACITY_EXCEEDED);
        }
        if (status >= SERVER_ERRORS && status < BEYOND) {
            return Optional.of(FailureCategory.PROVIDER_ERROR);
        }
        return status >= CLIENT_ERRORS && status < SERVER_ERRORS ? Optional.of(FailureCategory.REFUSED) : Optional.empty();
    }

    /** Whatever the status: who is asked to come later does, also where it is not known what became of the request. */
    private Answer hinted(Reply reply, Answer answer) {
        OptionalLong hint = RetryAfter.millis(reply.fields(), clock.instant());
        return hint.isPresent() ? answer.retryAfter(Duration.ofMillis(hint.getAsLong())) : answer;
    }

    /** A reader that fails takes nothing away: the response that we hold is a fact. */
    private Answer more(Reply reply, Answer answer) {
        try {
            return reader.read(reply, answer);
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "a reader of replies threw {0}", e.getClass().getName());
            return answer;
        }
    }
}
