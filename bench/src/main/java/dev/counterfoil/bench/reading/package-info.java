// SPDX-License-Identifier: Apache-2.0

/**
 * What reading a journal costs: replay, verification, opening, many attempts of one invocation, and a start of the command line.
 */
@NullMarked
package dev.counterfoil.bench.reading;

import org.jspecify.annotations.NullMarked;
