// SPDX-License-Identifier: Apache-2.0

package dev.counterfoil.house.planted.scheduler.limits;

/** Planted: one of two roots in a module. */
public final class FirstTrouble extends RuntimeException {
    private static final long serialVersionUID = 1;
}
