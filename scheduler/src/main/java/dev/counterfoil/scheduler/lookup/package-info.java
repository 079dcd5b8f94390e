// SPDX-License-Identifier: Apache-2.0
/**
 * What stands between the runtime and a provider's book of receipts: a {@link dev.counterfoil.scheduler.lookup.ReceiptLookup} is asked
 * about one attempt in doubt, and gives one {@link dev.counterfoil.scheduler.lookup.LookupAnswer}. Asking sends nothing again and is
 * charged nothing.
 */
@NullMarked
package dev.counterfoil.scheduler.lookup;

import org.jspecify.annotations.NullMarked;
