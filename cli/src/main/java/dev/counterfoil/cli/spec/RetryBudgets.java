// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.spec;

import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.scheduler.budget.SharedRetries;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The budgets of retries that the invocations of one command share, by their names. Thread-safe.
 */
public final class RetryBudgets {
    /** None is defined. */
    public static final RetryBudgets NONE = new RetryBudgets(Map.of());

    private static final String OPTION = "--retry-budget: ";

    private final Map<String, SharedRetries> byName;

    private RetryBudgets(Map<String, SharedRetries> byName) {
        this.byName = byName;
    }

    /**
     * Reads the values of the option.
     *
     * @param given each {@code NAME=N}; the last {@code =} divides it
     * @return the budgets
     * @throws CommandException where one is no such text, or a name stands twice
     */
    public static RetryBudgets of(List<String> given) {
        Map<String, SharedRetries> byName = new LinkedHashMap<>();
        for (String text : given) {
            SharedRetries budget = budget(text);
            if (byName.putIfAbsent(budget.name(), budget) != null) {
                throw CommandException.usage(OPTION + "a name stands twice; give each budget once");
            }
        }
        return new RetryBudgets(byName);
    }

    private static SharedRetries budget(String text) {
        int end = text.lastIndexOf('=');
        String number = text.substring(end + 1);
        if (end < 0 || !number.matches("[0-9]{1,16}")) {
            throw CommandException.usage(OPTION + "must be NAME=N, N a whole number from 0 to " + Bounds.INTEGER);
        }
        try {
            return SharedRetries.of(text.substring(0, end), Long.parseLong(number));
        } catch (IllegalArgumentException wrong) {
            throw CommandException.usage(OPTION + wrong.getMessage());
        }
    }

    /**
     * Whether none is defined.
     *
     * @return true where the option was not given
     */
    public boolean isEmpty() {
        return byName.isEmpty();
    }

    /**
     * All of them.
     *
     * @return in the order in which they were given
     */
    public List<SharedRetries> all() {
        return List.copyOf(byName.values());
    }

    /** The budget that a spec names. */
    Optional<SharedRetries> named(SpecObject spec) {
        Optional<String> name = spec.checked("retry_budget", text -> Bounds.name("retry_budget", text));
        if (name.isPresent() && !byName.containsKey(name.get())) {
            throw spec.refuse("retry_budget",
                    "this budget is not defined; define it with run --retry-budget NAME=N (or plan), or leave it out");
        }
        return name.map(byName::get);
    }
}
