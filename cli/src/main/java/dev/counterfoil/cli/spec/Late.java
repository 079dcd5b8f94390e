// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.spec;

import dev.counterfoil.cli.output.CommandException;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Something that is made from the environment when it is first needed, so that who needs none of it lacks nothing. Thread-safe.
 *
 * @param <T> what is made
 */
final class Late<T> {
    private final String place;
    private final Supplier<T> maker;
    private Optional<T> made = Optional.empty();

    /**
     * Something that nobody needs yet.
     *
     * @param place the member that it is made from, as {@code $.providers[0].http}
     * @param maker makes it; where the environment lacks something it throws an {@link IllegalArgumentException} that begins with the
     *     member inside of the place
     */
    Late(String place, Supplier<T> maker) {
        this.place = place;
        this.maker = maker;
    }

    /**
     * Makes it, once.
     *
     * @return it
     * @throws CommandException where the environment lacks something: wrong usage, with member and variable
     */
    synchronized T get() {
        if (made.isEmpty()) {
            try {
                made = Optional.of(maker.get());
            } catch (IllegalArgumentException lacking) {
                throw CommandException.usage(place + "." + lacking.getMessage());
            }
        }
        return made.orElseThrow();
    }
}
