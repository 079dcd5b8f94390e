// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.output.Console;
import dev.counterfoil.cli.output.ExitStatus;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * SIGINT and SIGTERM: the first stops, the second stops at once, the third ends the process as it is. Thread-safe.
 *
 * <p>A shutdown hook could not do it: the JVM runs its hooks once and hears no second signal. The signals are reached through the JDK's
 * {@code jdk.unsupported} module by reflection; where there is none, the JVM ends on the first signal, which loses nothing that is durable.
 */
final class StopSignals implements AutoCloseable {
    private final AtomicInteger count = new AtomicInteger();
    private final CopyOnWriteArrayList<Stoppable> stoppables = new CopyOnWriteArrayList<>();
    private final List<Callable<Object>> restore = new ArrayList<>();
    private volatile Optional<ExitStatus> status = Optional.empty();

    /** What can be stopped; must return soon. */
    interface Stoppable {
        /** Nothing new starts. */
        void stop();

        /** What runs is ended. */
        void stopNow();
    }

    private StopSignals() {}

    /** Begins to listen. */
    static StopSignals listening() {
        StopSignals signals = new StopSignals();
        signals.listenTo("INT", ExitStatus.INTERRUPTED);
        signals.listenTo("TERM", ExitStatus.TERMINATED);
        return signals;
    }

    /** Tells another one too; at once where a signal came before. */
    void tell(Stoppable stoppable) {
        stoppables.add(stoppable);
        if (count.get() > 0) {
            stoppable.stop();
        }
    }

    /** The exit status of the first signal, where one came. */
    Optional<ExitStatus> status() {
        return status;
    }

    /** Tells, where a signal came, that it stopped the command. */
    ExitStatus told(Console console) {
        return told(console, "what is not finished stays open, run it again to go on");
    }

    /** Tells, where a signal came, that it stopped the command, and what it left. */
    ExitStatus told(Console console, String left) {
        status.ifPresent(signal -> console.complain("counterfoil: " + signal.meaning() + "; " + left));
        return status.orElse(ExitStatus.DONE);
    }

    private void listenTo(String name, ExitStatus meaning) {
        InvocationHandler heard = (proxy, method, arguments) -> answer(proxy, method.getName(), arguments, meaning);
        try {
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object before = handle(name, Proxy.newProxyInstance(StopSignals.class.getClassLoader(), new Class<?>[] {handler}, heard));
            restore.add(() -> handle(name, before));
        } catch (ReflectiveOperationException | IllegalArgumentException unreachable) {
            unheard(name);
        }
    }

    private static Object handle(String name, Object listener) throws ReflectiveOperationException {
        Class<?> signal = Class.forName("sun.misc.Signal");
        Method handle = signal.getMethod("handle", signal, Class.forName("sun.misc.SignalHandler"));
        return handle.invoke(null, signal.getConstructor(String.class).newInstance(name), listener);
    }

    private static void unheard(String name) {
        System.getLogger(StopSignals.class.getName()).log(System.Logger.Level.DEBUG, "signal {0} keeps its meaning", name);
    }

    /** Gives the signals back their former meaning. */
    @Override
    public void close() {
        restore.forEach(former -> {
            try {
                former.call();
            } catch (Exception unreachable) {
                unheard("that was heard");
            }
        });
    }

    private Object answer(Object proxy, String method, Object[] arguments, ExitStatus meaning) {
        return switch (method) {
            case "handle" -> {
                heard(meaning);
                yield Optional.empty();
            }
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            default -> "stop signals";
        };
    }

    private void heard(ExitStatus meaning) {
        int number = count.incrementAndGet();
        if (number == 1) {
            status = Optional.of(meaning);
            stoppables.forEach(Stoppable::stop);
        } else if (number == 2) {
            stoppables.forEach(Stoppable::stopNow);
        } else {
            Runtime.getRuntime().halt(status.orElse(meaning).code());
        }
    }
}
