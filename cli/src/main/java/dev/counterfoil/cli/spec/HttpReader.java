// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.spec;

import dev.counterfoil.http.Endpoint;
import dev.counterfoil.http.Header;
import dev.counterfoil.http.StatusClasses;
import dev.counterfoil.journal.canonical.JsonTree;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Reads a provider that is an endpoint. Immutable. */
final class HttpReader {
    /** The lists of statuses, in the order of {@link StatusClasses}. */
    static final List<String> LISTS = List.of("rejected_statuses", "retryable_statuses", "permanent_statuses");

    private final String contentType;

    /**
     * A reader.
     *
     * @param contentType what the request is, unless a header says so
     */
    HttpReader(String contentType) {
        this.contentType = contentType;
    }

    HttpForm read(SpecObject provider) {
        SpecObject http = SpecObject.of(provider.source(), provider.required("http"), "url", "headers");
        String url = http.checked(http.required("url"), text -> {
            Endpoint.url(text);
            return text;
        });
        HeaderTexts headers = headers(http);
        StatusClasses statuses = statuses(provider);
        return http.attempt(http.placeOf("headers"), () -> new HttpForm(url, headers, contentType, statuses));
    }

    /** Names that no header can have are not told: what stands there may be a value. */
    static HeaderTexts headers(SpecObject http) {
        Map<String, SecretText> headers = new HashMap<>();
        http.member("headers").ifPresent(value -> {
            if (!(value instanceof JsonTree.Members members)) {
                throw http.refuse("headers", "must be an object of names and values");
            }
            members.members().forEach((name, each) -> {
                http.attempt(http.placeOf("headers"), () -> Header.checkName(name));
                http.attempt(each.place(), () -> Endpoint.allowed(name));
                headers.put(name, http.checked(each, SecretText::new));
            });
        });
        return HeaderTexts.of(headers);
    }

    private static StatusClasses statuses(SpecObject provider) {
        Map<Integer, String> found = new HashMap<>();
        List<Set<Integer>> lists = LISTS.stream().map(name -> statuses(provider, name, found)).toList();
        return StatusClasses.of(lists.get(0), lists.get(1), lists.get(2));
    }

    private static Set<Integer> statuses(SpecObject provider, String name, Map<Integer, String> found) {
        Set<Integer> statuses = new TreeSet<>();
        for (JsonTree element : provider.elements(name)) {
            int status = (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, provider.whole(element)));
            provider.attempt(element.place(), () -> StatusClasses.of(Set.of(status), Set.of(), Set.of()));
            String other = found.putIfAbsent(status, name);
            if (other != null && !other.equals(name)) {
                throw provider.source().refuse(element.place(), "status " + status + " stands in another list too; leave it in one");
            }
            statuses.add(status);
        }
        return statuses;
    }
}
