// SPDX-License-Identifier: Apache-2.0
/**
 * What stands between the runtime and a provider: a {@link dev.counterfoil.scheduler.dispatch.Dispatcher} is given one
 * {@link dev.counterfoil.scheduler.dispatch.Dispatch}, which exists only because its intent is durable, and gives one
 * {@link dev.counterfoil.scheduler.dispatch.Answer}.
 */
@NullMarked
package dev.counterfoil.scheduler.dispatch;

import org.jspecify.annotations.NullMarked;
