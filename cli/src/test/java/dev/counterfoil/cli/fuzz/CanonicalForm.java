// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.fuzz;

import dev.counterfoil.journal.canonical.CanonicalWriter;
import dev.counterfoil.journal.canonical.Json;
import dev.counterfoil.journal.canonical.JsonTree;
import dev.counterfoil.journal.canonical.StrictJson;
import dev.counterfoil.journal.canonical.StrictJsonException;
import dev.counterfoil.journal.record.Bounds;
import java.util.LinkedHashMap;
import java.util.Map;

/** JSON as a value that has a canonical form: what a forger writes who knows the format. Pure. */
final class CanonicalForm {
    private CanonicalForm() {}

    /** There is none. */
    static final class None extends Exception {
        private static final long serialVersionUID = 1;
    }

    static Json of(byte[] json) throws None {
        try {
            return of(StrictJson.read(json, Bounds.CONFIGURATION_BYTES));
        } catch (StrictJsonException | IllegalArgumentException | ArithmeticException foreign) {
            throw new None();
        }
    }

    /** The canonical bytes. */
    static byte[] bytes(byte[] json) throws None {
        try {
            return CanonicalWriter.write(of(json));
        } catch (IllegalArgumentException tooDeep) {
            throw new None();
        }
    }

    private static Json of(JsonTree tree) throws None {
        if (tree instanceof JsonTree.Members members) {
            Map<String, Json> values = new LinkedHashMap<>();
            for (Map.Entry<String, JsonTree> each : members.members().entrySet()) {
                values.put(each.getKey(), of(each.getValue()));
            }
            return new Json.Members(values);
        }
        if (tree instanceof JsonTree.Elements elements) {
            Json[] values = new Json[elements.elements().size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = of(elements.elements().get(i));
            }
            return Json.array(values);
        }
        if (tree instanceof JsonTree.Numeral number) {
            return Json.whole(number.whole().orElseThrow(None::new));
        }
        return tree instanceof JsonTree.Text text ? Json.text(text.value())
                : tree instanceof JsonTree.Truth truth ? Json.truth(truth.value()) : Json.NULL;
    }
}
