// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.spec;

import dev.counterfoil.http.Header;
import java.util.Map;
import java.util.Optional;

/** Variables of the environment, by their names. Implementations are thread-safe. */
@FunctionalInterface
public interface Variables {
    /**
     * What a variable holds.
     *
     * @param name its name
     * @return its value
     * @throws IllegalArgumentException where there is none, or it cannot stand in a header; the message has the name and never the value
     */
    String value(String name);

    /**
     * The variables of an environment.
     *
     * @param environment names and values
     * @return the variables
     */
    static Variables of(Map<String, String> environment) {
        return name -> {
            String value = Optional.ofNullable(environment.get(name)).orElseThrow(
                    () -> new IllegalArgumentException("the environment variable " + name + " is not set, and a header needs it; set it"));
            try {
                return Header.checkValue(value);
            } catch (IllegalArgumentException unfit) {
                throw new IllegalArgumentException("the environment variable " + name + " " + unfit.getMessage(), unfit);
            }
        };
    }
}
