// SPDX-License-Identifier: Apache-2.0

/**
 * What is delivered: an operation, named by scope and key, and the bytes of its payload; and how much of each there may be.
 */
@NullMarked
package dev.counterfoil.receiver.operation;

import org.jspecify.annotations.NullMarked;
