// SPDX-License-Identifier: Apache-2.0

/** Policies as they are written, and plans as they are printed. Pure: opens no file and reads no clock. */
@NullMarked
package dev.counterfoil.cli.plan;

import org.jspecify.annotations.NullMarked;
