// SPDX-License-Identifier: Apache-2.0

/**
 * What the receiver throws: its database is not available, or somebody called it wrongly. Every expected no is an answer, not a failure.
 */
@NullMarked
package dev.counterfoil.receiver.failure;

import org.jspecify.annotations.NullMarked;
