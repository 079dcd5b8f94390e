// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.plan;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** An answer of the planner, looked into by paths: {@code repetitions.0.completeFit}. */
record Answer(String line) {
    /** Asks with apostrophes for quotation marks. */
    static Answer to(String policy, String options) {
        String request = "{'policy':" + policy + ",'options':{'rules':'extended'" + (options.isEmpty() ? "" : "," + options) + "}}";
        try {
            return new Answer(PlanRequest.read(request.replace('\'', '"').getBytes(StandardCharsets.UTF_8), 1, 0).answer());
        } catch (PlanRefusedException refused) {
            return new Answer(PlanLine.of(refused));
        }
    }

    static Answer to(String policy) {
        return to(policy, "");
    }

    Object at(String path) {
        Object value = SameJson.value(PlanVectors.tree(line));
        for (String step : path.split("\\.")) {
            value = value instanceof List<?> list ? list.get(Integer.parseInt(step)) : ((Map<?, ?>) value).get(step);
        }
        return value;
    }

    double number(String path) {
        return at(path) instanceof Double number ? number : Double.NaN;
    }

    boolean isValid() {
        return Boolean.TRUE.equals(at("valid"));
    }

    /** A warning with this code and exactly these figures. */
    boolean warns(String code, Map<String, Object> figures) {
        Map<String, Object> wanted = new HashMap<>(figures);
        wanted.put("code", code);
        return at("warnings") instanceof List<?> warnings && warnings.contains(wanted);
    }

    boolean warns(String code) {
        return line.contains("\"code\":\"" + code + "\"");
    }
}
