// SPDX-License-Identifier: Apache-2.0

/** Providers that are chat endpoints of model APIs. Prints nothing, reads no environment, and knows no price by itself. */
module dev.counterfoil.model {
    requires static org.jspecify;
    requires transitive dev.counterfoil.http;

    exports dev.counterfoil.model;
}
