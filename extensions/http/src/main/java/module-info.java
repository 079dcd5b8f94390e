// SPDX-License-Identifier: Apache-2.0

/** Providers over HTTP. Prints nothing, reads no environment, and asks no proxy of the system. */
module dev.counterfoil.http {
    requires static org.jspecify;
    requires transitive dev.counterfoil.scheduler;
    requires org.apache.httpcomponents.core5.httpcore5;

    exports dev.counterfoil.http;
}
