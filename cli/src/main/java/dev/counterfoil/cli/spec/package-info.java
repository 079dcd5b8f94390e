// SPDX-License-Identifier: Apache-2.0

/**
 * Specifications of invocations as people write them: strict reading, refusals with their path.
 */
@NullMarked
package dev.counterfoil.cli.spec;

import org.jspecify.annotations.NullMarked;
