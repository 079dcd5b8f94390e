// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills.http;

/**
 * A request that came whole to the wire. Immutable.
 *
 * @param run by which command, from 0
 * @param request what was sent
 */
record Sent(int run, Request request) {
    boolean is(String method, String scope) {
        return request.method().equals(method) && request.scope().equals(scope);
    }
}
