// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.batch;

import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.journal.record.InvocationId;

/**
 * Something happened outside on account of an attempt. Immutable.
 *
 * @param invocation the invocation
 * @param ordinal the attempt
 */
public record Effect(InvocationId invocation, int ordinal) {
    /**
     * Reads a line.
     *
     * @param line {@code INVOCATION ORDINAL}; a name may have blanks
     * @return the effect
     * @throws CommandException where it is none
     */
    public static Effect parse(String line) {
        int blank = line.lastIndexOf(' ');
        try {
            if (blank > 0 && line.substring(blank + 1).matches("[0-9]{1,9}")) {
                return new Effect(new InvocationId(line.substring(0, blank)), Integer.parseInt(line.substring(blank + 1)));
            }
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("not INVOCATION ORDINAL");
        }
        throw CommandException.usage("not INVOCATION ORDINAL");
    }
}
