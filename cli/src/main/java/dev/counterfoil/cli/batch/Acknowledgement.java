// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.batch;

import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.cli.output.JsonLine;
import dev.counterfoil.cli.output.ResultLine;
import dev.counterfoil.journal.canonical.JsonTree;
import dev.counterfoil.journal.canonical.StrictJson;
import dev.counterfoil.journal.canonical.StrictJsonException;
import dev.counterfoil.journal.chain.Chronicle;
import dev.counterfoil.journal.fold.BusinessState;
import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.fold.Tombstone;
import dev.counterfoil.journal.fold.Totals;
import dev.counterfoil.journal.record.Closing;
import dev.counterfoil.journal.record.ClosingReason;
import dev.counterfoil.journal.record.ClosingStatus;
import dev.counterfoil.journal.record.Coded;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.scheduler.runner.InvocationResult;
import java.util.Map;
import java.util.Optional;

/** Something that a line on stdout promised about an invocation. Immutable. */
public sealed interface Acknowledgement {
    /**
     * Whose promise it is.
     *
     * @return the invocation
     */
    InvocationId invocation();

    /**
     * What a journal has against it.
     *
     * @param chronicle the invocation as it was read back
     * @return why it is broken; empty where it is kept
     */
    Optional<String> broken(Chronicle chronicle);

    /**
     * What the tombstone of a pruned invocation has against it.
     *
     * @param tombstone what is kept
     * @return why it is broken; empty where what is kept does not contradict it
     */
    Optional<String> broken(Tombstone tombstone);

    /**
     * Reads a line of stdout.
     *
     * @param utf8 the line without its end
     * @return what it promises; empty for words to a person, which do not begin with a brace
     * @throws CommandException where it is an object that is neither an event nor a result
     */
    static Optional<Acknowledgement> read(byte[] utf8) {
        if (utf8.length == 0 || utf8[0] != '{') {
            return Optional.empty();
        }
        try {
            JsonTree.Members line = (JsonTree.Members) StrictJson.read(utf8, Integer.MAX_VALUE);
            return Optional.of(line.member("event").isPresent() ? Step.of(line) : Result.of(line));
        } catch (StrictJsonException | IllegalArgumentException e) {
            throw CommandException.usage("neither an event nor a result");
        }
    }

    private static String text(JsonTree.Members line, String name) {
        if (line.member(name).orElse(line) instanceof JsonTree.Text text) {
            return text.value();
        }
        throw new IllegalArgumentException(name);
    }

    private static long whole(JsonTree.Members line, String name) {
        if (line.member(name).orElse(line) instanceof JsonTree.Numeral number) {
            return number.whole().orElseThrow(() -> new IllegalArgumentException(name));
        }
        throw new IllegalArgumentException(name);
    }

    /**
     * A record is durable.
     *
     * @param invocation its invocation
     * @param event what it was called
     * @param sequence its place in the chain
     * @param digest its link
     */
    record Step(InvocationId invocation, String event, long sequence, Sha256 digest) implements Acknowledgement {
        private static Step of(JsonTree.Members line) {
            return new Step(new InvocationId(text(line, "invocation")), text(line, "event"), whole(line, "sequence"),
                    Sha256.ofHex(text(line, "digest")));
        }

        @Override
        public Optional<String> broken(Chronicle chronicle) {
            int records = chronicle.records().size();
            return sequence < 0 || sequence >= records ? missing(records) : compared(chronicle.records().get((int) sequence).digest());
        }

        /** Of the records that were pruned only the last one's digest is kept. */
        @Override
        public Optional<String> broken(Tombstone tombstone) {
            if (sequence < 0 || sequence >= tombstone.records()) {
                return missing(tombstone.records());
            }
            return sequence == tombstone.records() - 1 ? compared(tombstone.last()) : Optional.empty();
        }

        private Optional<String> missing(long records) {
            return Optional.of(what() + " is missing, the chain has " + records);
        }

        private Optional<String> compared(Sha256 found) {
            return found.equals(digest) ? Optional.empty()
                    : Optional.of(what() + " is another one, expected " + digest.hex() + ", found " + found.hex());
        }

        private String what() {
            return "acknowledged record " + sequence + " (" + event + ")";
        }
    }

    /**
     * A run ended so.
     *
     * @param invocation the invocation
     * @param status settled, stopped or uncertain
     * @param reason the stable word
     * @param business what was said of the effect
     * @param attempts how many there were
     * @param response digest of the response
     * @param totals the totals as JSON
     */
    record Result(InvocationId invocation, InvocationResult.Status status, String reason, String business, long attempts,
            Optional<Sha256> response, String totals) implements Acknowledgement {
        private static Result of(JsonTree.Members line) {
            String status = text(line, "status");
            return new Result(new InvocationId(text(line, "invocation")),
                    Coded.find(InvocationResult.Status.class, status).orElseThrow(IllegalArgumentException::new),
                    text(line, "reason"), text(line, "business_state"), whole(line, "attempts"), digest(line), totals(line));
        }

        private static Optional<Sha256> digest(JsonTree.Members line) {
            return line.member("response_sha256").filter(value -> value instanceof JsonTree.Null).isPresent() ? Optional.empty()
                    : Optional.of(Sha256.ofHex(text(line, "response_sha256")));
        }

        private static String totals(JsonTree.Members line) {
            if (line.member("totals").orElse(line) instanceof JsonTree.Members totals && totals != line) {
                JsonLine spelled = new JsonLine();
                for (Map.Entry<String, JsonTree> total : totals.members().entrySet()) {
                    spelled.put(total.getKey(), whole(totals, total.getKey()));
                }
                return spelled.toString();
            }
            throw new IllegalArgumentException("totals");
        }

        @Override
        public Optional<String> broken(Chronicle chronicle) {
            InvocationState state = chronicle.soundState();
            int found = state.attempts().count();
            if (status == InvocationResult.Status.UNCERTAIN) {
                return found >= attempts ? Optional.empty() : differs("attempts", attempts, found);
            }
            if (state.closing().isEmpty()) {
                return differs("status", status.code(), "open");
            }
            if (found != attempts) {
                return differs("attempts", attempts, found);
            }
            Closing closing = state.closing().get();
            return compared(closing.status(), closing.reason(), state.businessState(), state.responseDigest(), state.totals());
        }

        @Override
        public Optional<String> broken(Tombstone kept) {
            return status == InvocationResult.Status.UNCERTAIN ? Optional.empty()
                    : compared(kept.status(), kept.reason(), kept.businessState(), kept.response(), kept.totals());
        }

        private Optional<String> compared(
                ClosingStatus ending, ClosingReason why, BusinessState effect, Optional<Sha256> answer, Totals sum) {
            String[][] members = {
                {"status", status.code(), ending.code()},
                {"reason", reason, why.code()},
                {"business_state", business, effect.code()},
                {"response_sha256", response.map(Sha256::hex).orElse("none"), answer.map(Sha256::hex).orElse("none")},
                {"totals", totals, ResultLine.totals(sum).toString()}};
            for (String[] member : members) {
                if (!member[1].equals(member[2])) {
                    return differs(member[0], member[1], member[2]);
                }
            }
            return Optional.empty();
        }

        private static Optional<String> differs(String member, Object expected, Object found) {
            return Optional.of("acknowledged result: " + member + " differs, expected " + expected + ", found " + found);
        }
    }
}
