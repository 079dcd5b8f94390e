// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

/**
 * A mean that is known up to what hedges save. Immutable.
 *
 * @param least where no copy of a hedge is needed
 * @param most where all are made; the same where there is no hedge
 */
public record Expected(double least, double most) {
    static Expected plus(Expected one, Expected other) {
        return new Expected(Amounts.plus(one.least, other.least), Amounts.plus(one.most, other.most));
    }
}
