// SPDX-License-Identifier: Apache-2.0

/**
 * A provider that is an HTTP endpoint: one POST for each attempt, on a connection of its own.
 *
 * <p>{@link dev.counterfoil.http.Endpoint} says where to and how an answer is read; {@link dev.counterfoil.http.RetryAfter} reads when to
 * come back. Nothing here resends, follows a redirect, keeps a cookie, unpacks a body, asks a proxy, reads the environment or logs.
 */
@NullMarked
package dev.counterfoil.http;

import org.jspecify.annotations.NullMarked;
