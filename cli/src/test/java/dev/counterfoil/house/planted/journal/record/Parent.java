// SPDX-License-Identifier: Apache-2.0

package dev.counterfoil.house.planted.journal.record;

/** Planted: is extended, which is the fault of the other. */
public class Parent {
}
