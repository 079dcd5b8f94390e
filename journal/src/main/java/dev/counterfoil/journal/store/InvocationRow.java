// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.store;

import dev.counterfoil.journal.record.InvocationId;

/**
 * What a store keeps of an invocation beside its records. Immutable.
 *
 * @param number place in the order of opening, growing
 * @param id its name
 * @param holder who may append
 * @param records number of its records, as the row counts them
 * @param standing open or closed
 */
public record InvocationRow(long number, InvocationId id, Holder holder, long records, Standing standing) {}
