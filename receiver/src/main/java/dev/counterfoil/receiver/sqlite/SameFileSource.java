// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.sqlite;

import dev.counterfoil.receiver.failure.ReceiverException;
import dev.counterfoil.receiver.failure.ReceiverProblem;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Connections to the file that was opened, and to no other that has its name since: under the name SQLite would open whatever is there, and
 * take the log that lies beside it for that file's. Thread-safe.
 *
 * @param source gives connections to what has the name now
 * @param path the name
 * @param key device and inode of the file, where the system has them
 */
record SameFileSource(DataSource source, Path path, Optional<Object> key) {
    /** Of the file that has the name now, which a connection of ours holds open. */
    static SameFileSource of(DataSource source, Path path) throws IOException {
        return new SameFileSource(source, path, FileReading.Look.at(path).flatMap(FileReading.Look::key));
    }

    /** The source, guarded: before each connection, and where one fails, the file is looked at. */
    DataSource guarded() {
        return (DataSource) Proxy.newProxyInstance(SameFileSource.class.getClassLoader(), new Class<?>[] {DataSource.class},
                (proxy, method, arguments) -> method.getName().equals("equals") ? proxy == arguments[0] : answered(method, arguments));
    }

    private Object answered(Method method, Object[] arguments) throws Throwable {
        boolean connects = method.getName().equals("getConnection");
        if (connects) {
            requireSame();
        }
        try {
            return method.invoke(source, arguments);
        } catch (InvocationTargetException e) {
            if (connects) {
                requireSame();
            }
            throw e.getCause();
        }
    }

    private void requireSame() {
        try {
            Optional<FileReading.Look> found = FileReading.Look.at(path);
            if (found.isEmpty() || !found.get().key().equals(key)) {
                throw new ReceiverException(ReceiverProblem.MISSING, path.toString(), "the file that was opened was moved, removed or"
                        + " replaced; put it back, or start again");
            }
        } catch (IOException e) {
            throw SqliteLink.failed(path, e);
        }
    }
}
