// SPDX-License-Identifier: Apache-2.0

package dev.counterfoil.house.planted.journal.record;

/** Planted: extends a class of ours. */
public final class Child extends Parent {
}
