// SPDX-License-Identifier: Apache-2.0

/** The idempotent receiver; it shares no type with the sender. */
module dev.counterfoil.receiver {
    requires static org.jspecify;

}
