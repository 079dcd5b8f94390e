// SPDX-License-Identifier: Apache-2.0

package dev.counterfoil.house.planted.scheduler.limits;

import com.fasterxml.jackson.databind.ObjectMapper;

/** Planted: Jackson outside its room. */
public final class UsesJackson {
    private final ObjectMapper mapper = new ObjectMapper();

    @Override
    public String toString() {
        return mapper.toString();
    }
}
