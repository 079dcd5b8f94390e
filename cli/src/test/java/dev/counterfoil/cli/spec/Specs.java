// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.spec;

import dev.counterfoil.scheduler.dispatch.Answer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Specs for tests: a small good one, and what becomes of it when members are replaced. */
final class Specs {
    static final Path DIRECTORY = Path.of("/somewhere");

    private Specs() {}

    static SpecReader reader() {
        return new SpecReader(
                DIRECTORY,
                Dispatchers.all(dispatch -> Answer.uncertain()),
                InstantSource.fixed(Instant.parse("2026-01-01T00:00:00Z")));
    }

    /** The small spec with members replaced: each change is {@code name=json}, and {@code name=} leaves the member out. */
    static String spec(String... changes) {
        Map<String, String> members = new LinkedHashMap<>();
        members.put("id", "\"a\"");
        members.put("request", "{\"n\":1}");
        members.put("limits", "{\"max_calls\":2}");
        members.put("providers", "[{\"id\":\"p\",\"exec\":[\"true\"]}]");
        for (String change : changes) {
            int end = change.indexOf('=');
            String value = change.substring(end + 1);
            if (value.isEmpty()) {
                members.remove(change.substring(0, end));
            } else {
                members.put(change.substring(0, end), value);
            }
        }
        return members.entrySet().stream().map(each -> "\"" + each.getKey() + "\":" + each.getValue())
                .collect(Collectors.joining(",", "{", "}"));
    }

    /** The small spec with one provider that has more members. */
    static String provider(String members) {
        return spec("providers=[{\"id\":\"p\",\"exec\":[\"true\"]," + members + "}]");
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
