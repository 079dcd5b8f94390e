// SPDX-License-Identifier: Apache-2.0
/** What only this module may say to its stores: it is not exported, so whoever embeds the module cannot say it. */
@NullMarked
package dev.counterfoil.journal.permit;

import org.jspecify.annotations.NullMarked;
