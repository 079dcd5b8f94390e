// SPDX-License-Identifier: Apache-2.0

/**
 * Providers that are chat endpoints of the kind that many model APIs share: one POST with a list of messages, one JSON object back.
 *
 * <p>{@link dev.counterfoil.model.ChatRequest} is what is asked; {@link dev.counterfoil.model.ChatModel} is one model behind one endpoint,
 * with its {@link dev.counterfoil.model.Price} and a {@link dev.counterfoil.model.TokenCounter}, and makes the provider of an invocation:
 * what the attempt may use at most is quoted from the request and reserved before it is sent, what the reply says it used is observed, and
 * the greater of both counts. Replies come whole: nothing here streams.
 */
@NullMarked
package dev.counterfoil.model;

import org.jspecify.annotations.NullMarked;
