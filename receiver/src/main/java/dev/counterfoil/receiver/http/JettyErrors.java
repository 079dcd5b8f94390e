// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.http;

import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** What the server itself refuses, in our form: what is no HTTP, too long a header block, a request while it stops. Thread-safe. */
final class JettyErrors implements Request.Handler {
    private static final int UNAVAILABLE = 503;
    private static final int FAILED = 500;

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int status = response.getStatus();
        Reply ours = of(status);
        ReceiverHandler.write(new Reply(status, ours.headers(), ours.body()), response, callback);
        return true;
    }

    private static Reply of(int status) {
        if (status == UNAVAILABLE) {
            return Reply.error(ErrorCode.UNAVAILABLE, "the receiver stops; nothing was done", Reply.LATER);
        }
        // The server's own mistakes are all 500; what it does not implement, as another version of HTTP, the client asked for.
        return status == FAILED ? Reply.error(ErrorCode.UNEXPECTED, "the receiver failed; a delivery with a key may be sent again")
                : Reply.error(ErrorCode.MALFORMED_REQUEST, "the request is not HTTP as this server takes it, or its head is too long");
    }
}
