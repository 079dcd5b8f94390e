// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.fuzz;

/** A place where input comes in. Confined. */
interface Surface extends AutoCloseable {
    /** How it is called in the report. */
    String name();

    /** Its share of a thousand inputs. */
    int share();

    /**
     * Makes one input and gives it to the product.
     *
     * @return {@code accepted}, or the code of the refusal
     * @throws Finding where the product did what it must not
     */
    String attempt(Dice dice) throws Exception;

    @Override
    default void close() {}
}
