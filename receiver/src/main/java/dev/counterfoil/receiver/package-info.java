// SPDX-License-Identifier: Apache-2.0

/**
 * The idempotent receiver's roof. Shares no type with the sender.
 */
@NullMarked
package dev.counterfoil.receiver;

import org.jspecify.annotations.NullMarked;
