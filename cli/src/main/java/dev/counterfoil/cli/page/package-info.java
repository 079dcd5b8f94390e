// SPDX-License-Identifier: Apache-2.0

/**
 * A journal as one page for a browser. Opens no file and reads no clock: it is shown invocations, and gives out the page in pieces.
 *
 * <p>The page asks nobody for anything: no script, and a policy in its head that forbids every request and every style but its own.
 * Everything that somebody else chose (ids, providers, scopes, names, bytes) goes through
 * {@link dev.counterfoil.cli.output.HtmlText}; elements are put together of constants and of that.
 */
@NullMarked
package dev.counterfoil.cli.page;

import org.jspecify.annotations.NullMarked;
