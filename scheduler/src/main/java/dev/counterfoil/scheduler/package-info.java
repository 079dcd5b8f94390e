// SPDX-License-Identifier: Apache-2.0

/**
 * The scheduler's roof: where a host describes an invocation, runs it and reads its result.
 */
@NullMarked
package dev.counterfoil.scheduler;

import org.jspecify.annotations.NullMarked;
