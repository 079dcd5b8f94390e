// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills.http;

/** Where a kill comes, in the order in which an invocation comes there. Immutable. */
enum Step {
    /** The intent was told to be durable; nobody has read anything of the request. */
    INTENT_DURABLE("", Point.NONE, "intent_committed"),
    /** The sender has handed over the request; the receiver has nothing of it. */
    REQUEST_HELD("POST", Point.COME, ""),
    /** The receiver has a part of the request. */
    MID_REQUEST("POST", Point.PART_OF_REQUEST, ""),
    /** The receiver has read the request and cannot commit. */
    REQUEST_READ("POST", Point.READ, ""),
    /** The receiver has committed; the sender has nothing of the answer. */
    COMMITTED("POST", Point.REPLIED, ""),
    /** The sender has a part of the answer. */
    MID_ANSWER("POST", Point.PART_OF_ANSWER, ""),
    /** The sender has read the answer and cannot commit the outcome. */
    OUTCOME_NOT_DURABLE("POST", Point.TAKEN, ""),
    /** The book is asked, and has not heard it. */
    LOOKUP_ASKED("GET", Point.COME, ""),
    /** The sender has a part of what the book answered. */
    LOOKUP_ANSWERED("GET", Point.PART_OF_ANSWER, ""),
    /** The sender has read what the book answered and can commit nothing. */
    FINDING_NOT_DURABLE("GET", Point.TAKEN, ""),
    /** The receiver has closed the key; the sender has nothing of the answer. */
    KEY_CLOSED("DELETE", Point.REPLIED, ""),
    /** The sender knows that the key is closed and cannot commit the verdict. */
    ABSENCE_NOT_DURABLE("DELETE", Point.TAKEN, ""),
    /** The verdict was told to be durable; what it leads to is next. */
    VERDICT_DURABLE("", Point.NONE, "verdict_committed"),
    /** At any time behind the first durable step of the command. */
    AT_RANDOM("", Point.NONE, "");

    private final String method;
    private final Point point;
    private final String event;

    Step(String method, Point point, String event) {
        this.method = method;
        this.point = point;
        this.event = event;
    }

    /** How far an exchange has come. Immutable. */
    enum Point {
        /** No exchange is looked at. */
        NONE,
        /** The request has come from the sender. */
        COME,
        /** A part of it went on to the receiver. */
        PART_OF_REQUEST,
        /** The receiver has read it. */
        READ,
        /** The answer has come from the receiver. */
        REPLIED,
        /** A part of it went on to the sender. */
        PART_OF_ANSWER,
        /** The sender has read it and gone. */
        TAKEN
    }

    /** The method of the request that it is about; empty where it is about none. */
    String method() {
        return method;
    }

    Point point() {
        return point;
    }

    /** The event that it follows; empty where it follows none. */
    String event() {
        return event;
    }

    boolean isOnTheWire() {
        return point != Point.NONE;
    }

    /** Whether only an invocation that is in doubt comes there. */
    boolean needsDoubt() {
        return compareTo(LOOKUP_ASKED) >= 0 && this != AT_RANDOM;
    }
}
