// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.fold.Totals;
import dev.counterfoil.journal.record.AttemptKind;
import dev.counterfoil.journal.record.Charge;
import dev.counterfoil.journal.record.Limits;
import dev.counterfoil.journal.record.Quote;
import dev.counterfoil.journal.record.Usage;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** P3: nothing is refunded, because there is nothing to refund with. */
class NonrefundableTest {
    private static final Set<Class<?>> AMOUNTS = Set.of(Totals.class, Charge.class, Ledger.class);

    private final SplittableRandom random = new SplittableRandom(3);

    @Test
    void P3_no_method_of_totals_charge_or_ledger_gives_a_smaller_total() throws ReflectiveOperationException {
        Set<String> seen = new TreeSet<>();
        for (Class<?> type : AMOUNTS) {
            for (Method method : type.getMethods()) {
                boolean ours = method.getDeclaringClass() == type && !Modifier.isStatic(method.getModifiers());
                if (ours && AMOUNTS.contains(method.getReturnType())) {
                    seen.add(type.getSimpleName() + "." + method.getName());
                    for (int i = 0; i < 500; i++) {
                        Object receiver = make(type);
                        notSmaller(method, receiver, method.invoke(receiver, arguments(method)));
                    }
                }
            }
        }
        assertEquals(
                Set.of("Totals.charged", "Totals.observed", "Totals.plus", "Ledger.totals", "Ledger.withSharedRetriesLeft"), seen);
    }

    @Test
    void P3_the_ledger_after_an_attempt_is_greater_by_its_charge() {
        for (int i = 0; i < 500; i++) {
            Ledger before = ledger();
            AttemptRequest request = new AttemptRequest(
                    AttemptKind.RETRY, Story.P, charge(), Duration.ZERO, Duration.ZERO);
            Admitted admitted = (Admitted) Admission.admit(before, request, Story.START);
            assertEquals(before.totals().charged(AttemptKind.RETRY, request.charge()), admitted.after().totals());
            assertTrue(admitted.after().totals().calls() > before.totals().calls());
        }
    }

    @Test
    void P3_negative_amounts_cannot_be_built() {
        assertThrows(IllegalArgumentException.class, () -> new Totals(0, 0, 0, 0, 0, -1, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> new Charge(1, 0, 0, -1, 0, 0, List.of()));
        assertThrows(IllegalArgumentException.class, () -> Usage.of(0, 0, -1));
        assertThrows(IllegalArgumentException.class, () -> new Quote(0, -1, 0));
    }

    private static void notSmaller(Method method, Object receiver, Object result) throws ReflectiveOperationException {
        long[] before = numbers(receiver);
        long[] after = numbers(result);
        assertEquals(before.length, after.length, method::toString);
        for (int i = 0; i < before.length; i++) {
            assertTrue(after[i] >= before[i], method::toString);
        }
    }

    private static long[] numbers(Object amount) throws ReflectiveOperationException {
        Object values = amount instanceof Ledger ledger ? ledger.totals() : amount;
        RecordComponent[] components = values.getClass().getRecordComponents();
        List<Long> numbers = new ArrayList<>();
        for (RecordComponent component : components) {
            if (component.getType() == long.class) {
                numbers.add((Long) component.getAccessor().invoke(values));
            }
        }
        return numbers.stream().mapToLong(Long::longValue).toArray();
    }

    private Object[] arguments(Method method) {
        return Arrays.stream(method.getParameterTypes()).map(this::make).toArray();
    }

    private Object make(Class<?> type) {
        if (type == Totals.class) {
            return new Totals(some(), some(), some(), some(), some(), some(), some(), some());
        }
        if (type == Charge.class) {
            return charge();
        }
        if (type == Ledger.class) {
            return ledger();
        }
        if (type == Usage.class) {
            return Usage.of(some(), some(), some());
        }
        if (type == AttemptKind.class) {
            return AttemptKind.values()[random.nextInt(AttemptKind.values().length)];
        }
        if (type == long.class) {
            return some();
        }
        throw new AssertionError("a new way to change an amount takes a " + type + ": say here how to make one");
    }

    private Ledger ledger() {
        return Story.of(Limits.unbounded(), Story.P).safe(AttemptKind.FRESH, Story.P, charge()).ledger();
    }

    private Charge charge() {
        return Charge.ofAttempt(new Quote(some(), some(), some()), some(), some(), List.of());
    }

    private long some() {
        return random.nextInt(4) == 0 ? 0 : random.nextLong(1L << 40);
    }
}
