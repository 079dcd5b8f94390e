// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills.http;

/** Who is killed. Immutable. */
enum Victim {
    /** The command. */
    SENDER,
    /** The process that serves the receiver. */
    RECEIVER,
    /** The one and then the other. */
    BOTH;

    boolean isSender() {
        return this != RECEIVER;
    }

    boolean isReceiver() {
        return this != SENDER;
    }
}
