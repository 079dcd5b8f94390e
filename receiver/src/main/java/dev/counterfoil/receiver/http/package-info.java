// SPDX-License-Identifier: Apache-2.0

/**
 * The receiver over HTTP/1.1. What is asked is read and refused here, in the published order: an unknown path (404), another method (405),
 * a malformed scope, then a missing or malformed key (400), a body without a length (411), coded as it is not taken here (501) or too large
 * (413); the rest is {@link
 * dev.counterfoil.receiver.receipt.ReceiptRule}'s: another payload (422), expired or closed (410), in progress (409).
 *
 * <p>The server is Jetty's; whoever wants it brings {@code jetty-server}, which the receiver itself does without. Header block, body,
 * connections, and the time that each request may take from its first byte to its last are bounded. It speaks no TLS and knows nobody's
 * name: it belongs behind something that does, or on the loopback interface.
 */
@NullMarked
package dev.counterfoil.receiver.http;

import org.jspecify.annotations.NullMarked;
