// SPDX-License-Identifier: Apache-2.0

package dev.counterfoil.house.planted.journal.canonical;

import com.fasterxml.jackson.databind.JsonNode;

/** Planted: Jackson in its room, and in a public signature. */
public final class ShowsJackson {
    public String spell(JsonNode node) {
        return node.toString();
    }
}
