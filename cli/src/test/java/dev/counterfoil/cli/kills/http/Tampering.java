// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills.http;

import java.util.List;

/** What a wire does that is not sound: for plants. Stateless. */
interface Tampering {
    Tampering NONE = new Tampering() { };

    /** What the receiver is handed for a request; the answer to the first is the sender's. */
    default List<Request> handedOn(Request request) {
        return List.of(request);
    }

    /** What the sender is handed for an answer. */
    default Request answered(Request answer) {
        return answer;
    }
}
