// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.store;

/**
 * A runtime that may own invocations, as another process can recognise it. Immutable.
 *
 * @param id its random name
 * @param bootId which boot of which host it runs in
 * @param pidNamespace the namespace in which its process id means something
 * @param pid its process id
 * @param started when its process started: clock ticks since boot, or an instant where there is no /proc
 */
public record Owner(OwnerId id, String bootId, String pidNamespace, long pid, String started) {}
