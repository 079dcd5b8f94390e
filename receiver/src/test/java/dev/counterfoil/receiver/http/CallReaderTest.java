// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.receiver.operation.Operation;
import dev.counterfoil.receiver.operation.OperationScope;
import dev.counterfoil.receiver.operation.Payload;
import dev.counterfoil.receiver.operation.PayloadDigest;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a head asks for, and the order in which its faults are told. */
final class CallReaderTest {
    private static final int MOST = 100;
    private static final String SCOPE = "/v1/operations/acme%2Forders";
    private static final List<String> KEY = List.of("\"op-1\"");
    private static final Operation OPERATION = Operation.of("acme/orders", "op-1");
    private static final PayloadDigest DIGEST = Payload.utf8("x").digest();

    /** A head with a body of so many bytes; −1 for one in chunks. */
    private static Call read(String method, String path, String query, List<String> keys, List<String> idempotents, long bodyBytes) {
        List<String> codings = bodyBytes < 0 ? List.of("chunked") : List.of();
        OptionalLong length = bodyBytes < 0 ? OptionalLong.empty() : OptionalLong.of(bodyBytes);
        return new CallReader(MOST).read(new RequestHead(method, path, query, keys, idempotents, codings, length));
    }

    private static Call posted(List<String> keys, List<String> codings, OptionalLong bodyBytes) {
        return new CallReader(MOST).read(new RequestHead("POST", SCOPE, "", keys, List.of(), codings, bodyBytes));
    }

    private static String refusal(Call call) {
        Reply reply = assertInstanceOf(Call.Refused.class, call).reply();
        return reply.status() + " " + reply.body().replaceAll("^\\{\"error\":\"([a-z_]+)\",\"detail\":\".+\"\\}$", "$1");
    }

    /** Each fault comes before those right of it: they are taken away from the left, one after another. */
    @Test
    void the_first_fault_in_the_published_order_is_told() {
        String tooLong = "%20".repeat(257);
        assertEquals("404 not_found", refusal(read("PUT", "/v1/operation/" + tooLong, "", List.of(), List.of(), 101)));
        assertEquals("405 method_not_allowed", refusal(read("PUT", "/v1/operations/" + tooLong, "", List.of(), List.of(), 101)));
        assertEquals("400 malformed_scope", refusal(read("POST", "/v1/operations/" + tooLong, "", List.of(), List.of(), 101)));
        assertEquals("400 missing_key", refusal(read("POST", SCOPE, "", List.of(), List.of(), 101)));
        assertEquals("400 malformed_key", refusal(read("POST", SCOPE, "", List.of("op-1"), List.of(), 101)));
        assertEquals("413 too_large", refusal(read("POST", SCOPE, "", KEY, List.of(), 101)));
        assertEquals(new Call.Deliver(OPERATION), read("POST", SCOPE, "", KEY, List.of(), 100));
        assertEquals(new Call.Deliver(OPERATION), read("POST", SCOPE, "", KEY, List.of(), -1));
    }

    @ParameterizedTest
    @CsvSource({"/,404", "/v1,404", "/v1/operations,404", "/v1/operations/a/b,404", "/v1/operations/a/,404", "/v2/operations/a,404",
        "/v1/effects/count/,404", "//v1/operations/a,404", "'',404", "/v1/operations/,400", "/v1/operations/%,400",
        "/v1/operations/%2,400", "/v1/operations/%zz,400", "/v1/operations/%ff,400", "/v1/operations/%c3%28,400",
        "/v1/operations/%ed%a0%80,400", "/v1/operations/\ufffd,400", "/v1/operations/\u00e9,400",
        "/v1/operations/a#b,400", "/v1/operations/a\u007f,400"})
    void paths_that_lead_nowhere(String path, int status) {
        assertTrue(refusal(read("POST", path, "", KEY, List.of(), 1)).startsWith(status + " "));
    }

    @ParameterizedTest
    @CsvSource({"a,a", "%61,a", "a+b,a+b", "a%20b,a b", "a%2Fb,a/b", "..,..", "%2e%2e,..", "%c3%a9,\u00e9", "a;b=c,a;b=c",
        "%25,%"})
    void scopes_are_percent_encoded_and_plus_is_plus(String segment, String scope) {
        assertEquals(new Call.Deliver(Operation.of(scope, "op-1")), read("POST", "/v1/operations/" + segment, "", KEY, List.of(), 1));
    }

    @Test
    void without_a_key_only_who_says_that_it_is_not_idempotent_is_let_in() {
        assertEquals(new Call.Perform(new OperationScope("s")), read("POST", "/v1/operations/s", "", List.of(), List.of("?0"), 1));
        for (String other : List.of("?1", "0", "false", "")) {
            assertEquals("400 missing_key", refusal(read("POST", "/v1/operations/s", "", List.of(), List.of(other), 1)));
        }
        assertEquals("400 missing_key", refusal(read("POST", "/v1/operations/s", "", List.of(), List.of("?0", "?0"), 1)));
        assertEquals(new Call.Deliver(OPERATION), read("POST", SCOPE, "", KEY, List.of("?0"), 1));
        assertEquals("413 too_large", refusal(read("POST", SCOPE, "", List.of(), List.of("?0"), 101)));
    }

    @Test
    void keys_in_the_header_are_one_string_item() {
        assertEquals("400 missing_key", refusal(read("POST", SCOPE, "", List.of("\"\""), List.of(), 1)));
        for (List<String> wrong : List.of(List.of("\"a\"", "\"a\""), List.of("a"), List.of(""), List.of("\"" + "x".repeat(257) + "\""))) {
            assertEquals("400 malformed_key", refusal(read("POST", SCOPE, "", wrong, List.of(), 1)));
        }
        assertEquals(new Call.Deliver(Operation.of("acme/orders", "x".repeat(256))),
                read("POST", SCOPE, "", List.of("\"" + "x".repeat(256) + "\""), List.of(), 1));
    }

    @Test
    void look_ups_and_closings_name_their_key_in_the_query() {
        assertEquals(new Call.Lookup(OPERATION, Optional.empty()), read("GET", SCOPE, "key=op-1", List.of(), List.of(), -1));
        assertEquals(new Call.Lookup(OPERATION, Optional.of(DIGEST)),
                read("GET", SCOPE, "payload_sha256=" + DIGEST + "&other=1&key=op%2D1", List.of(), List.of(), -1));
        assertEquals(new Call.Close(OPERATION), read("DELETE", SCOPE, "key=op-1", List.of(), List.of(), -1));
        assertEquals(new Call.Close(Operation.of("acme/orders", "a b+c&d")),
                read("DELETE", SCOPE, "key=a%20b%2Bc%26d", List.of(), List.of(), -1));
        for (String method : List.of("GET", "DELETE")) {
            for (String query : List.of("", "key=", "keys=a", "KEY=a", "x=key")) {
                assertEquals("400 missing_key", refusal(read(method, SCOPE, query, KEY, List.of(), -1)), query);
            }
            for (String query : List.of("key", "key=%", "key=%ff", "key=a&key=a", "key=" + "x".repeat(257), "key=a+b",
                    "key=\ufffd", "key=\u00e9", "key=a#b", "key=%e9", "key=+")) {
                assertEquals("400 malformed_key", refusal(read(method, SCOPE, query, List.of(), List.of(), -1)), query);
            }
        }
        for (String wrong : List.of("", "x", DIGEST + "0", DIGEST.hex() + "&payload_sha256=" + DIGEST)) {
            assertEquals("400 malformed_digest",
                    refusal(read("GET", SCOPE, "key=op-1&payload_sha256=" + wrong, List.of(), List.of(), -1)), wrong);
        }
    }

    /** Without it the key would be bound to an empty payload for ever, or to bytes that are still coded. */
    @Test
    void a_body_says_how_long_it_is_and_is_coded_in_chunks_at_most() {
        assertEquals("411 length_required", refusal(posted(KEY, List.of(), OptionalLong.empty())));
        assertEquals("411 length_required", refusal(read(List.of("?0"), OptionalLong.empty())));
        assertEquals(new Call.Deliver(OPERATION), posted(KEY, List.of(), OptionalLong.of(0)));
        assertEquals(new Call.Deliver(OPERATION), posted(KEY, List.of("Chunked"), OptionalLong.empty()));
        for (String coded : List.of("gzip,chunked", "gzip", "chunked,chunked", "identity")) {
            assertEquals("501 unknown_coding", refusal(posted(KEY, List.of(coded.split(",")), OptionalLong.empty())), coded);
        }
        assertEquals("400 missing_key", refusal(posted(List.of(), List.of("gzip"), OptionalLong.empty())), "the key comes first");
    }

    private static Call read(List<String> idempotents, OptionalLong bodyBytes) {
        return new CallReader(MOST).read(new RequestHead("POST", SCOPE, "", List.of(), idempotents, List.of(), bodyBytes));
    }

    @Test
    void effects_are_counted_for_all_scopes_or_one() {
        assertEquals(new Call.Count(Optional.empty()), read("GET", "/v1/effects/count", "", List.of(), List.of(), -1));
        assertEquals(new Call.Count(Optional.of(new OperationScope("a b"))),
                read("GET", "/v1/effects/count", "scope=a%20b", List.of(), List.of(), -1));
        assertEquals("400 malformed_scope", refusal(read("GET", "/v1/effects/count", "scope=", List.of(), List.of(), -1)));
        assertEquals("400 malformed_scope", refusal(read("GET", "/v1/effects/count", "scope=a+b", List.of(), List.of(), -1)));
        assertEquals("405 method_not_allowed", refusal(read("POST", "/v1/effects/count", "", KEY, List.of(), 1)));
        Reply reply = ((Call.Refused) read("HEAD", SCOPE, "", List.of(), List.of(), -1)).reply();
        assertEquals("POST, GET, DELETE", reply.headers().get("Allow"));
    }
}
