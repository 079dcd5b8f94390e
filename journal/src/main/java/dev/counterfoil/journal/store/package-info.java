// SPDX-License-Identifier: Apache-2.0
/**
 * What every store of journals promises ({@link dev.counterfoil.journal.store.CheckpointStore}) and the values it exchanges.
 *
 * <p>A store is dumb: it keeps bytes in order, moves a head by compare-and-set, and knows who owns what. It decodes no record and decides
 * nothing. One contract suite in the test kit runs against every store, without exceptions.
 */
@NullMarked
package dev.counterfoil.journal.store;

import org.jspecify.annotations.NullMarked;
