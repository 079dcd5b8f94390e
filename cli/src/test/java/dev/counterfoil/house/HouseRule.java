// SPDX-License-Identifier: Apache-2.0

package dev.counterfoil.house;

import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;
import java.util.function.Function;

/**
 * One rule over compiled classes that can be asked of any root package: of the product, and of a planted copy of its shape.
 *
 * @param name what the rule demands, as a sentence
 * @param under the rule for a root package
 * @param broken simple names of exactly those planted classes that its report names, the faulty and what they lean on
 */
record HouseRule(String name, Function<String, ArchRule> under, Set<String> broken) {
    static final String PRODUCT = "dev.counterfoil";
    static final String PLANTED = "dev.counterfoil.house.planted";

    @Override
    public String toString() {
        return name;
    }
}
