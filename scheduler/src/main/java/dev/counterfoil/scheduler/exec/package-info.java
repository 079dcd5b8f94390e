// SPDX-License-Identifier: Apache-2.0

/**
 * The exec provider: any program as a provider, its request on stdin and its response on stdout.
 */
@NullMarked
package dev.counterfoil.scheduler.exec;

import org.jspecify.annotations.NullMarked;
