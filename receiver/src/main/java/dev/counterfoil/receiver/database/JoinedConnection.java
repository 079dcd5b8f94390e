// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.database;

import dev.counterfoil.receiver.failure.ReceiverException;
import dev.counterfoil.receiver.failure.ReceiverProblem;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.Optional;
import java.util.Set;

/**
 * A connection as an effect sees it: everything but ending or leaving the transaction, which is the receiver's. What it gives out is
 * guarded too, as each of these leads back to the connection; the driver's own is not given out. A rollback to a savepoint of the effect's
 * own is let through. A statement that would end the transaction is refused by its text; one that hides it is found behind the effect.
 *
 * <p>A database may undo the whole transaction for one failed statement. Where the effect passes over that failure, nothing of what it goes
 * on to write may stay: it is told so at its next statement, and the receiver does not commit. Confined to its transaction.
 */
final class JoinedConnection {
    private static final Set<String> FORBIDDEN =
            Set.of("commit", "rollback", "setAutoCommit", "close", "abort", "setTransactionIsolation", "setReadOnly");
    private static final Set<Class<?>> GUARDED = Set.of(Connection.class, Statement.class, PreparedStatement.class,
            CallableStatement.class, ResultSet.class, DatabaseMetaData.class);

    private final Connection connection;
    private final Dialect dialect;
    private final Connection guarded;
    private Optional<SQLException> undoing = Optional.empty();

    JoinedConnection(Connection connection, Dialect dialect) {
        this.connection = connection;
        this.dialect = dialect;
        this.guarded = (Connection) guarded(connection, Connection.class);
    }

    /**
     * Has an effect write, and checks that the transaction is still the one that it was given.
     *
     * @throws SQLException a failure of the database's that the effect threw, or for which the database undid the transaction
     * @throws ReceiverException where the effect ended the transaction, or threw a failure that is no database's: its own, or ours
     */
    void lend(Rows.Joining effect) throws SQLException {
        TransactionMark mark = TransactionMark.set(connection, dialect);
        try {
            effect.write(guarded);
        } catch (SQLException e) {
            if (isDatabases(e)) {
                throw e;
            }
            throw new ReceiverException(ReceiverProblem.EFFECT_FAILED, "the effect", "it failed, and not for the database's sake, or asked"
                    + " its connection for what belongs to the receiver; correct it", e);
        }
        if (undoing.isPresent()) {
            throw undoing.get();
        }
        mark.takeBack();
    }

    private static boolean isDatabases(SQLException failure) {
        return failure.getErrorCode() != 0 || Optional.ofNullable(failure.getSQLState()).isPresent();
    }

    private Object guarded(Object target, Class<?> type) {
        return Proxy.newProxyInstance(JoinedConnection.class.getClassLoader(), new Class<?>[] {type},
                (proxy, method, arguments) -> answered(proxy, target, method, Optional.ofNullable(arguments).orElse(new Object[0])));
    }

    private Object answered(Object proxy, Object target, Method method, Object[] arguments) throws Throwable {
        String name = method.getName();
        if (name.equals("equals") && arguments.length == 1) {
            return proxy == arguments[0];
        }
        if (name.equals("getConnection")) {
            return guarded;
        }
        if (name.equals("getAutoCommit")) {
            return false;
        }
        if (name.equals("isWrapperFor") || name.equals("unwrap")) {
            return wrapped(proxy, name, (Class<?>) arguments[0]);
        }
        boolean toSavepoint = arguments.length == 1 && arguments[0] instanceof Savepoint;
        if (target instanceof Connection && FORBIDDEN.contains(name) && !toSavepoint) {
            throw new SQLFeatureNotSupportedException(name + ": the transaction belongs to the receiver");
        }
        if (isStatement(name) && arguments.length > 0 && arguments[0] instanceof String sql && StatementText.isTransactional(sql)) {
            throw new SQLFeatureNotSupportedException("a statement that begins or ends a transaction: that belongs to the receiver");
        }
        if (name.startsWith("execute") && undoing.isPresent()) {
            throw new SQLException("the database undid the transaction for a failure before; nothing more is written",
                    undoing.get().getSQLState(), undoing.get().getErrorCode(), undoing.get());
        }
        return passed(target, method, arguments);
    }

    private static boolean isStatement(String name) {
        return name.startsWith("prepare") || name.startsWith("execute") || name.equals("addBatch");
    }

    private static Object wrapped(Object proxy, String name, Class<?> type) throws SQLException {
        if (name.equals("isWrapperFor")) {
            return type.isInstance(proxy);
        }
        if (!type.isInstance(proxy)) {
            throw new SQLFeatureNotSupportedException("unwrap: the driver's own could end the transaction, which belongs to the receiver");
        }
        return proxy;
    }

    private Object passed(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            Object result = method.invoke(target, arguments);
            return GUARDED.contains(method.getReturnType()) && result != null ? guarded(result, method.getReturnType()) : result;
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof SQLException failure && undoing.isEmpty() && isUndone(failure)) {
                undoing = Optional.of(failure);
            }
            throw e.getCause();
        }
    }

    /**
     * Whether the database undid the whole transaction. SQLite says it nowhere: it is so where another can be begun. That one stays open
     * until the receiver undoes it, so that nothing is committed by itself meanwhile.
     */
    private boolean isUndone(SQLException failure) {
        if (dialect != Dialect.SQLITE) {
            return Failure.of(dialect, failure) == Failure.OVERTAKEN;
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("begin");
            return true;
        } catch (SQLException e) {
            return false;
        }
    }
}
