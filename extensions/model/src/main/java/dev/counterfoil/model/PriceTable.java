// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.model;

import dev.counterfoil.journal.record.Bounds;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What each model costs, by the name that its endpoint knows it by. All in one currency. Immutable.
 *
 * <p>It is empty until a host fills it: a price that a library remembers is the price of another day. A model that it does not name has no
 * price, and none is guessed from a similar name.
 *
 * @param prices the prices by name
 */
public record PriceTable(SortedMap<String, Price> prices) {
    /** No model has a price. */
    public static final PriceTable EMPTY = new PriceTable(new TreeMap<>());

    /**
     * Copies the prices, in the order of their names.
     *
     * @throws IllegalArgumentException where a name is empty, too long, or has a control character
     */
    public PriceTable {
        SortedMap<String, Price> copy = new TreeMap<>();
        copy.putAll(prices);
        prices = Collections.unmodifiableSortedMap(copy);
        prices.keySet().forEach(model -> Bounds.name("model", model));
    }

    /**
     * With one more model.
     *
     * @param model its name
     * @param price what it costs
     * @return a new table
     * @throws IllegalArgumentException where it is no name, or the table has it already
     */
    public PriceTable with(String model, Price price) {
        SortedMap<String, Price> more = new TreeMap<>(prices);
        if (more.putIfAbsent(model, price) != null) {
            throw new IllegalArgumentException("a model has two prices; give it one");
        }
        return new PriceTable(more);
    }

    /**
     * What a model costs.
     *
     * @param model its name, exactly
     * @return its price, or empty where it is not in the table
     */
    public Optional<Price> price(String model) {
        return Optional.ofNullable(prices.get(model));
    }
}
