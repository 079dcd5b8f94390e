// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills.http;

import java.util.Locale;

/** What a sender and its receiver have agreed on. Immutable. */
enum Way {
    /** A key, and a person decides. */
    STRICT_KEYED("receiver_idempotent", "strict", ""),
    /** No key: each delivery is an effect. A person decides. */
    STRICT_UNSAFE("non_idempotent", "strict", ""),
    /** The book is asked. */
    RECONCILE_CLAIMS("receiver_idempotent", "reconcile", "claims"),
    /** The book is asked, and closes what it does not know. */
    RECONCILE_FINAL("receiver_idempotent", "reconcile", "final"),
    /** The book is asked about an operation that the sender does not call idempotent. */
    RECONCILE_UNKEYED("non_idempotent", "reconcile", "claims"),
    /** Sent again under the same key. */
    REDELIVER("receiver_idempotent", "redeliver", ""),
    /** The book is asked; else sent again. */
    REDELIVER_CLAIMS("receiver_idempotent", "redeliver", "claims"),
    /** The book is asked, and closes what it does not know; where it is silent, sent again. */
    REDELIVER_FINAL("receiver_idempotent", "redeliver", "final");

    /** So many attempts at most. */
    static final int CALLS = 6;

    private final String contract;
    private final String doubt;
    private final String absence;

    Way(String contract, String doubt, String absence) {
        this.contract = contract;
        this.doubt = doubt;
        this.absence = absence;
    }

    boolean isStrict() {
        return doubt.equals("strict");
    }

    boolean isRedelivered() {
        return doubt.equals("redeliver");
    }

    boolean isBooked() {
        return !absence.isEmpty();
    }

    boolean isFinal() {
        return absence.equals("final");
    }

    /** Whether the receiver is given a key. */
    boolean isKeyed() {
        return this != STRICT_UNSAFE;
    }

    /** Whether an invocation may come there when it was in doubt. */
    boolean mayComeTo(Step step) {
        return switch (step.method()) {
            case "GET" -> isBooked();
            case "DELETE" -> isFinal();
            default -> step != Step.VERDICT_DURABLE || isRedelivered();
        };
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The bytes of its request. */
    static String request(String id) {
        return "{\"of\":\"" + id + "\",\"text\":\"" + "some words ".repeat(20).strip() + "\"}";
    }

    /** A line of a spec. The scope is the id, and so is the key. */
    String spec(String id, String receiver) {
        String operation = "{\"contract\":\"" + contract + "\""
                + (isKeyed() ? ",\"scope\":\"" + id + "\",\"key\":\"" + id + "\"" : "") + "}";
        String headers = isKeyed() ? "" : ",\"headers\":{\"Idempotent\":\"?0\"}";
        String receipts = !isBooked() ? ""
                : ",\"receipts\":{\"url\":\"" + receiver + "/v1/operations/{scope}\",\"timeout\":\"120s\",\"absence\":\"" + absence + "\"}";
        return "{\"id\":\"" + id + "\",\"request\":" + request(id) + ",\"doubt\":\"" + doubt + "\",\"operation\":" + operation
                + ",\"limits\":{\"max_calls\":" + CALLS + ",\"max_response_bytes\":4096},"
                + "\"quote\":{\"context_tokens\":7,\"output_tokens\":3,\"cost_micros\":1200},"
                + "\"backoff\":{\"kind\":\"fixed\",\"initial\":\"20ms\",\"jitter\":\"none\"},\"providers\":[{\"id\":\"receiver\","
                + "\"http\":{\"url\":\"" + receiver + "/v1/operations/" + id + "\"" + headers + "}" + receipts
                + (isFinal() ? ",\"permanent_statuses\":[410]" : "") + "}]}\n";
    }
}
