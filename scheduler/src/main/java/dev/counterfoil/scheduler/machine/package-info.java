// SPDX-License-Identifier: Apache-2.0

/**
 * The pure machine: state and event in, state and command out.
 */
@NullMarked
package dev.counterfoil.scheduler.machine;

import org.jspecify.annotations.NullMarked;
