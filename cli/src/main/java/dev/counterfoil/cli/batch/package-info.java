// SPDX-License-Identifier: Apache-2.0

/** Journals judged against what the world outside remembers: lines that were printed, effects that happened. Pure: opens no file. */
@NullMarked
package dev.counterfoil.cli.batch;

import org.jspecify.annotations.NullMarked;
