// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.store;

import java.util.Optional;

/**
 * An invocation of a page that is read for its records. Immutable.
 *
 * @param row its row
 * @param stored the invocation, where it was read with the page; empty says nothing of it but that it is to be read by its name
 */
public record ReadAhead(InvocationRow row, Optional<StoredInvocation> stored) {}
