// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.bench.report;

/**
 * One part of the report. Immutable.
 */
public interface Section {
    /**
     * Its member of the report.
     *
     * @return lower_snake
     */
    String name();

    /**
     * Measures.
     *
     * @param settings how much
     * @param scratch where files may lie meanwhile
     * @return what the report holds: maps, lists, whole numbers, decimals and texts
     * @throws Exception where it cannot be measured: then there is no report
     */
    Object measure(Settings settings, Scratch scratch) throws Exception;
}
