// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.model;

import dev.counterfoil.journal.record.Bounds;
import java.util.OptionalLong;

/**
 * Says how many tokens of context a request will be, before it is sent: that many are reserved. Implemented by hosts that have their
 * model's tokenizer. Must be thread-safe and give the same number for the same request: a quote is bound to an invocation.
 *
 * <p>What an endpoint adds by itself, as instructions that it keeps, no counter sees in the request: {@link #plus}.
 */
@FunctionalInterface
public interface TokenCounter {
    /**
     * Never less than the truth, and about four times it in English: one token for each byte of the request.
     *
     * <p>It holds for tokenizers that cut the bytes of a text as it is (byte-level BPE, and others that fall back to bytes): a token of
     * text stands for a byte at least. What a chat template puts around a message is less than the JSON around it. It cannot tell, and
     * says so, where a model reads more than is written: images, sounds, files, tools, searches, or a member that it does not know. It
     * does not hold where a tokenizer first rewrites the text into a longer one, as NFKC does with a few letters.
     */
    TokenCounter BYTES = request -> request.isText() ? OptionalLong.of(request.bytes().size()) : OptionalLong.empty();

    /**
     * Counts.
     *
     * @param request the request
     * @return tokens; empty where it cannot tell
     */
    OptionalLong tokens(ChatRequest request);

    /**
     * An estimate and no bound: a token for every so many bytes of the request, whatever they are. What is used beyond it is charged when
     * the reply tells, and a ceiling may be passed by as much.
     *
     * @param bytesPerToken how many bytes a token has, 1 or more; four is usual for English
     * @return a counter
     * @throws IllegalArgumentException where it is less than 1
     */
    static TokenCounter estimate(int bytesPerToken) {
        if (bytesPerToken < 1) {
            throw new IllegalArgumentException("bytes_per_token is " + bytesPerToken + ", must be 1 or more");
        }
        return request -> OptionalLong.of((request.bytes().size() + (long) bytesPerToken - 1) / bytesPerToken);
    }

    /**
     * With what the endpoint adds to every request.
     *
     * @param tokens how many
     * @return a counter
     * @throws IllegalArgumentException where it is negative or beyond the canonical integers
     */
    default TokenCounter plus(long tokens) {
        Bounds.amount("tokens", tokens);
        return request -> {
            OptionalLong counted = tokens(request);
            return counted.isPresent() ? OptionalLong.of(Math.addExact(counted.getAsLong(), tokens)) : counted;
        };
    }
}
