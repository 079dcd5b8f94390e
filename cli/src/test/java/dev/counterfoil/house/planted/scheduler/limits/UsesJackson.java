// SPDX-License-Identifier: Apache-2.0

package dev.counterfoil.house.planted.scheduler.limits;

import com.fasterxml.jackson.core.JsonFactory;

/** Planted: Jackson outside its room. */
public final class UsesJackson {
    private final JsonFactory factory = new JsonFactory();

    @Override
    public String toString() {
        return factory.toString();
    }
}
