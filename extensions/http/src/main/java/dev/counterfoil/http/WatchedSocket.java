// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Proxy;
import java.net.Socket;

/**
 * A plain socket that remembers how far its input was read. TLS over it that ends while this input has not met its own end was ended by the
 * peer's word (close_notify): it cannot end otherwise but by a failure. Java's secure socket does not tell the two apart by itself, and the
 * records do not either, for TLS 1.3 encrypts its alerts like anything else. Read by one thread at a time.
 */
final class WatchedSocket extends Socket {
    private volatile Progress progress = Progress.UNREAD;

    /** How far the input was read. */
    private enum Progress {
        /** Not a byte: whoever reads past us leaves us ignorant. */
        UNREAD,
        /** Some bytes, and its end was not met. */
        READ,
        /** Its end was met. */
        ENDED
    }

    /** A socket that asks no proxy. */
    WatchedSocket() {
        super(Proxy.NO_PROXY);
    }

    /** Whether it was read, and its end was not met. */
    boolean isOpenEnded() {
        return progress == Progress.READ;
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return new FilterInputStream(super.getInputStream()) {
            @Override
            public int read() throws IOException {
                return noted(super.read());
            }

            @Override
            public int read(byte[] bytes, int from, int length) throws IOException {
                return noted(super.read(bytes, from, length));
            }
        };
    }

    private int noted(int read) {
        if (progress != Progress.ENDED) {
            progress = read < 0 ? Progress.ENDED : Progress.READ;
        }
        return read;
    }
}
