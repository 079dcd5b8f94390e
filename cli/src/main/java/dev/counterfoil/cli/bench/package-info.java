// SPDX-License-Identifier: Apache-2.0

/**
 * Measures the runtime on a disk, beside what the disk can do and beside the loop that somebody would write without it.
 */
@NullMarked
package dev.counterfoil.cli.bench;

import org.jspecify.annotations.NullMarked;
