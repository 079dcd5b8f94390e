// SPDX-License-Identifier: Apache-2.0

/**
 * Single functions and single calls under JMH: what the logic costs where no disk is in the way.
 */
@NullMarked
package dev.counterfoil.bench.micro;

import org.jspecify.annotations.NullMarked;
