// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.fold;

/**
 * What folding one more record gives. Immutable.
 */
public sealed interface FoldStep {
    /**
     * The record is well formed here.
     *
     * @param state what is known now
     */
    record Folded(InvocationState state) implements FoldStep {}

    /**
     * The record is not well formed here: the journal was not written by us, or was changed.
     *
     * @param rule the rule that it breaks, in words without any payload
     */
    record Violation(String rule) implements FoldStep {}
}
