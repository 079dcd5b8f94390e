// SPDX-License-Identifier: Apache-2.0

/**
 * One owner at a time: leases, epochs, and the clock that they are judged by.
 */
@NullMarked
package dev.counterfoil.journal.ownership;

import org.jspecify.annotations.NullMarked;
