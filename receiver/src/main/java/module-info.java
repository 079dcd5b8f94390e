// SPDX-License-Identifier: Apache-2.0

/** The idempotent receiver; it shares no type with the sender. */
module dev.counterfoil.receiver {
    requires static org.jspecify;
    requires transitive java.sql;
    requires org.xerial.sqlitejdbc;

    exports dev.counterfoil.receiver;
    exports dev.counterfoil.receiver.database;
    exports dev.counterfoil.receiver.failure;
    exports dev.counterfoil.receiver.operation;
    exports dev.counterfoil.receiver.receipt;
    exports dev.counterfoil.receiver.sqlite;
}
