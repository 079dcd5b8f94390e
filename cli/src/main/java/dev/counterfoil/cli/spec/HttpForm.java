// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.spec;

import dev.counterfoil.http.Endpoint;
import dev.counterfoil.http.StatusClasses;
import dev.counterfoil.journal.canonical.Json;

/**
 * An endpoint as it is written and stored: a value of a header may name variables of the environment. Immutable.
 *
 * <p>Stored, it is one object: {@code url}, {@code headers} (names and values as they are written, references unresolved),
 * {@code content_type}, {@code rejected_statuses}, {@code retryable_statuses}, {@code permanent_statuses}.
 *
 * @param url where requests are sent
 * @param headers its headers
 * @param contentType what the request is, unless a header says so
 * @param statuses what statuses mean
 */
public record HttpForm(String url, HeaderTexts headers, String contentType, StatusClasses statuses) {
    /**
     * Checks all of it: what the variables will hold is taken to fit.
     *
     * @throws IllegalArgumentException where it is no endpoint that can be called; the message holds no value
     */
    public HttpForm {
        endpoint(url, headers, contentType, statuses, name -> "x");
    }

    /**
     * The endpoint with what the environment holds.
     *
     * @param environment the environment
     * @return the endpoint
     * @throws IllegalArgumentException where a variable is missing, or does not fit a header
     */
    public Endpoint endpoint(Variables environment) {
        return endpoint(url, headers, contentType, statuses, environment);
    }

    private static Endpoint endpoint(
            String url, HeaderTexts headers, String contentType, StatusClasses statuses, Variables environment) {
        return new Endpoint(Endpoint.url(url), headers.resolve(environment), contentType, statuses);
    }

    Json json() {
        return Json.object()
                .put("url", url)
                .put("headers", headers.json())
                .put("content_type", contentType)
                .put("rejected_statuses", Way.numbers(statuses.rejected()))
                .put("retryable_statuses", Way.numbers(statuses.retryable()))
                .put("permanent_statuses", Way.numbers(statuses.permanent()))
                .build();
    }

    /** Tells nothing of the values, and of the URL only how long it is. */
    @Override
    public String toString() {
        return "HttpForm[url of " + url.length() + " characters, headers " + headers + ", " + statuses + "]";
    }
}
