// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.spec;

import dev.counterfoil.http.Header;
import dev.counterfoil.journal.canonical.Json;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Headers as they are written and stored: a value may name variables of the environment. Immutable.
 *
 * @param values the values by their names, in the names' order
 */
public record HeaderTexts(SortedMap<String, SecretText> values) {
    /** Copies them. */
    public HeaderTexts {
        values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
    }

    /**
     * Headers.
     *
     * @param values the values by their names
     * @return the headers
     */
    public static HeaderTexts of(Map<String, SecretText> values) {
        return new HeaderTexts(new TreeMap<>(values));
    }

    /**
     * The headers with what the environment holds.
     *
     * @param environment the environment
     * @return the headers, in the order of their names
     * @throws IllegalArgumentException where a variable is missing, or does not fit a header; the message begins with the member, as
     *     {@code headers.Authorization}
     */
    List<Header> resolve(Variables environment) {
        return values.entrySet().stream().map(each -> header(each.getKey(), each.getValue(), environment)).toList();
    }

    private static Header header(String name, SecretText value, Variables environment) {
        try {
            return new Header(name, value.resolve(environment));
        } catch (IllegalArgumentException lacking) {
            throw new IllegalArgumentException("headers." + name + ": " + lacking.getMessage(), lacking);
        }
    }

    /** Names and values as they are written, references unresolved. */
    Json json() {
        Json.ObjectBuilder written = Json.object();
        values.forEach((name, value) -> written.put(name, value.written()));
        return written.build();
    }

    /**
     * The names.
     *
     * @return the names, in their order
     */
    Set<String> names() {
        return values.keySet();
    }

    /** The names, and nothing of the values. */
    @Override
    public String toString() {
        return names().toString();
    }
}
