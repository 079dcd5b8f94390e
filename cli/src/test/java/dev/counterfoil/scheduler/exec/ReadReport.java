// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.exec;

import dev.counterfoil.scheduler.dispatch.Answer;

/** What becomes of a provider's report, without starting a provider. */
public final class ReadReport {
    private ReadReport() {}

    /** The answer that a report is added to, and whether the report was kept as malformed. */
    public record Added(Answer answer, boolean malformed) {}

    /** Reads a report and adds it to an answer. */
    public static Added of(byte[] report) {
        UsageReport read = UsageReport.of(report);
        return new Added(read.addTo(Answer.completed("")), read.malformed().isPresent());
    }
}
