// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal;

import dev.counterfoil.journal.store.CheckpointStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** Something that stands between a caller and a sound store, and sees and bends every call. Thread-safe as far as what bends is. */
public final class Between {
    private Between() {}

    /** Answers a call. */
    @FunctionalInterface
    public interface Bend {
        /** Answers instead of the store, or lets the call pass. */
        Object answer(String method, Object[] arguments, Pass pass) throws Throwable;
    }

    /** The way on to the sound store. */
    @FunctionalInterface
    public interface Pass {
        /** Makes the call as it came. */
        Object on() throws Throwable;
    }

    /** The sound store behind what bends. */
    public static CheckpointStore of(CheckpointStore sound, Bend bend) {
        return (CheckpointStore) Proxy.newProxyInstance(Between.class.getClassLoader(), new Class<?>[] {CheckpointStore.class},
                (proxy, method, arguments) -> bend.answer(method.getName(), arguments == null ? new Object[0] : arguments, () -> {
                    try {
                        return method.invoke(sound, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}
