// SPDX-License-Identifier: Apache-2.0

/**
 * What a report is made of: sections that measure, how much they measure, and where.
 */
@NullMarked
package dev.counterfoil.bench.report;

import org.jspecify.annotations.NullMarked;
