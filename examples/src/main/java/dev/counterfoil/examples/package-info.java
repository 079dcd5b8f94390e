// SPDX-License-Identifier: Apache-2.0

/**
 * Small programs that embed Counterfoil.
 */
@NullMarked
package dev.counterfoil.examples;

import org.jspecify.annotations.NullMarked;
