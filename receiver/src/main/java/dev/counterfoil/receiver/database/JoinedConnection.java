// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.database;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Savepoint;
import java.util.Set;

/**
 * A connection as an effect sees it: everything but ending or leaving the transaction, which is the receiver's. A rollback to a savepoint
 * of the effect's own is let through. It guards against mistakes only: who executes "commit" as a statement, or unwraps the connection and
 * ends the transaction there, undoes the receiver's promise.
 */
final class JoinedConnection {
    private static final Set<String> FORBIDDEN =
            Set.of("commit", "rollback", "setAutoCommit", "close", "abort", "setTransactionIsolation", "setReadOnly");

    private JoinedConnection() {}

    /** The same connection, guarded. */
    static Connection of(Connection connection) {
        return (Connection) Proxy.newProxyInstance(JoinedConnection.class.getClassLoader(), new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> {
                    boolean toSavepoint = arguments != null && arguments.length == 1 && arguments[0] instanceof Savepoint;
                    if (FORBIDDEN.contains(method.getName()) && !toSavepoint) {
                        throw new SQLFeatureNotSupportedException(method.getName() + ": the transaction belongs to the receiver");
                    }
                    if (method.getName().equals("getAutoCommit")) {
                        return false;
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
