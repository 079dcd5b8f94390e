// SPDX-License-Identifier: Apache-2.0

package dev.counterfoil.house.planted.scheduler.limits;

import java.util.logging.Logger;

/** Planted: another logger. */
public final class LogsElsewhere {
    Logger logger() {
        return Logger.getLogger("planted");
    }
}
