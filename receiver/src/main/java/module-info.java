// SPDX-License-Identifier: Apache-2.0

/** The idempotent receiver; it shares no type with the sender. */
module dev.counterfoil.receiver {
    requires static org.jspecify;
    requires transitive java.sql;
    requires org.xerial.sqlitejdbc;
    // For whoever serves it over HTTP, who brings the server.
    requires static org.eclipse.jetty.http;
    requires static org.eclipse.jetty.io;
    requires static org.eclipse.jetty.server;
    requires static org.eclipse.jetty.util;

    exports dev.counterfoil.receiver;
    exports dev.counterfoil.receiver.failure;
    exports dev.counterfoil.receiver.http;
    exports dev.counterfoil.receiver.operation;
    exports dev.counterfoil.receiver.receipt;
    exports dev.counterfoil.receiver.sqlite;
}
