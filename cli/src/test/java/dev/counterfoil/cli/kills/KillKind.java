// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills;

import java.util.Arrays;
import java.util.List;

/** Where a kill comes. What is killed is the JVM alone or all that it started with it. Immutable. */
enum KillKind {
    /** After a random time since the start. */
    AT_RANDOM_FROM_START(""),
    /** After a random time since the first durable step. */
    AT_RANDOM_FROM_FIRST_STEP(""),
    /** When the opening was acknowledged. */
    AFTER_OPENED("opened"),
    /** When an intent was acknowledged. */
    AFTER_INTENT("intent_committed"),
    /** When an outcome was acknowledged. */
    AFTER_OUTCOME("outcome_committed"),
    /** When a closing was acknowledged. */
    AFTER_CLOSED("closed"),
    /** Inside the provider, before its effect. */
    BEFORE_EFFECT(""),
    /** Inside the provider, after its effect. */
    AFTER_EFFECT(""),
    /** In a system call that writes, forces, cuts, links or removes a file; the tracer that brings it about is not everywhere. */
    AT_SYSTEM_CALL("");

    private final String event;

    KillKind(String event) {
        this.event = event;
    }

    /** The kinds that are used here: the last one only where {@code counterfoil.kills.tracer} is true. */
    static List<KillKind> used() {
        return Arrays.stream(values()).filter(kind -> kind != AT_SYSTEM_CALL || Boolean.getBoolean("counterfoil.kills.tracer")).toList();
    }

    /** The event that it waits for; empty where it waits for none. */
    String event() {
        return event;
    }

    /** How much dies. Immutable. */
    enum Reach {
        /** The JVM only: what it started lives on. */
        JVM,
        /** The whole process group. */
        GROUP
    }
}
