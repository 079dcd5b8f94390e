// SPDX-License-Identifier: Apache-2.0

package dev.counterfoil.house.planted.journal.canonical;

import com.fasterxml.jackson.core.JsonParser;

/** Planted: Jackson in its room, and in a public signature. */
public final class ShowsJackson {
    public String spell(JsonParser parser) {
        return parser.toString();
    }
}
