// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.answer;

import java.util.function.Supplier;

/**
 * An answer in both forms. Immutable.
 *
 * @param json one line
 * @param text several lines for people, put together only when they are wanted
 */
public record Answer(String json, Supplier<String> text) {}
