// SPDX-License-Identifier: Apache-2.0

/**
 * The dispatch contract: a durable intent goes out once, an outcome comes back.
 */
@NullMarked
package dev.counterfoil.scheduler.dispatch;

import org.jspecify.annotations.NullMarked;
