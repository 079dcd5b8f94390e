// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.http;

import dev.counterfoil.receiver.operation.Operation;
import dev.counterfoil.receiver.operation.OperationKey;
import dev.counterfoil.receiver.operation.OperationScope;
import dev.counterfoil.receiver.operation.PayloadDigest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Reads the head of a request, refusing in the published order. Immutable. */
final class CallReader {
    private static final String OPERATIONS = "/v1/operations/";
    private static final String COUNT = "/v1/effects/count";

    private static final String PLUS = "; in a query a plus is written %2B, a blank %20";

    private final int maxBodyBytes;

    CallReader(int maxBodyBytes) {
        this.maxBodyBytes = maxBodyBytes;
    }

    /** Reads. */
    Call read(RequestHead head) {
        if (head.path().equals(COUNT)) {
            return head.method().equals("GET") ? count(head) : notAllowed("GET");
        }
        String segment = head.path().startsWith(OPERATIONS) ? head.path().substring(OPERATIONS.length()) : "/";
        if (segment.contains("/")) {
            return refused(ErrorCode.NOT_FOUND, "the paths are /v1/operations/{scope} and /v1/effects/count");
        }
        if (!List.of("POST", "GET", "DELETE").contains(head.method())) {
            return notAllowed("POST, GET, DELETE");
        }
        return valid(PercentCode.segment(segment), OperationScope::new).map(scope -> of(scope, head)).orElseGet(CallReader::malformedScope);
    }

    private static Call malformedScope() {
        return refused(ErrorCode.MALFORMED_SCOPE, "a scope is 1 to 256 bytes of UTF-8, percent-encoded" + PLUS);
    }

    private Call of(OperationScope scope, RequestHead head) {
        return head.method().equals("POST") ? post(scope, head) : keyed(scope, head);
    }

    private Call post(OperationScope scope, RequestHead head) {
        Call call = head.keys().isEmpty() ? unkeyed(scope, head) : delivered(scope, head.keys());
        return call instanceof Call.Refused ? call : framed(head).<Call>map(Call.Refused::new).orElse(call);
    }

    /**
     * The refusal of a body whose end, bytes or size are not what can be taken. Without a length and without chunks there would be none,
     * and the key would be bound to an empty payload.
     */
    private Optional<Reply> framed(RequestHead head) {
        if (!head.codings().isEmpty()) {
            boolean plain = head.codings().size() == 1 && head.codings().get(0).equalsIgnoreCase("chunked");
            return plain ? Optional.empty() : Optional.of(Reply.error(ErrorCode.UNKNOWN_CODING,
                    "the only Transfer-Encoding here is chunked", Reply.LAST));
        }
        if (head.bodyBytes().isEmpty()) {
            return Optional.of(Reply.error(ErrorCode.LENGTH_REQUIRED,
                    "say how long the body is: Content-Length, 0 for an empty one, or Transfer-Encoding: chunked", Reply.LAST));
        }
        return head.bodyBytes().getAsLong() > maxBodyBytes ? Optional.of(tooLarge()) : Optional.empty();
    }

    /** The refusal of a body over the bound; it may come to light only while it is read. */
    Reply tooLarge() {
        return Reply.error(ErrorCode.TOO_LARGE, "a body has at most " + maxBodyBytes + " bytes here", Reply.LAST);
    }

    private static Call unkeyed(OperationScope scope, RequestHead head) {
        boolean unsafe = head.idempotents().size() == 1 && StructuredString.isFalse(head.idempotents().get(0));
        return unsafe ? new Call.Perform(scope) : refused(ErrorCode.MISSING_KEY,
                "give Idempotency-Key: \"key\", or Idempotent: ?0 where a new effect each time is wanted");
    }

    private static Call delivered(OperationScope scope, List<String> keys) {
        Optional<String> key = keys.size() == 1 ? StructuredString.string(keys.get(0)) : Optional.empty();
        if (key.isPresent() && key.get().isEmpty()) {
            return refused(ErrorCode.MISSING_KEY, "the key is empty");
        }
        return valid(key, OperationKey::new).<Call>map(each -> new Call.Deliver(new Operation(scope, each)))
                .orElseGet(() -> refused(ErrorCode.MALFORMED_KEY,
                        "Idempotency-Key is one structured-field string (RFC 9651), in quotes, of 1 to 256 characters"));
    }

    private static Call keyed(OperationScope scope, RequestHead head) {
        List<Optional<String>> keys = PercentCode.values(head.query(), "key");
        if (keys.isEmpty() || keys.equals(List.of(Optional.of("")))) {
            return refused(ErrorCode.MISSING_KEY, "give ?key=, percent-encoded");
        }
        Optional<OperationKey> key = keys.size() == 1 ? valid(keys.get(0), OperationKey::new) : Optional.empty();
        if (key.isEmpty()) {
            return refused(ErrorCode.MALFORMED_KEY, "a key is 1 to 256 bytes of UTF-8, percent-encoded, and stands there once" + PLUS);
        }
        Operation operation = new Operation(scope, key.get());
        return head.method().equals("DELETE") ? new Call.Close(operation) : lookup(operation, head);
    }

    private static Call lookup(Operation operation, RequestHead head) {
        List<Optional<String>> digests = PercentCode.values(head.query(), "payload_sha256");
        if (digests.isEmpty()) {
            return new Call.Lookup(operation, Optional.empty());
        }
        Optional<PayloadDigest> digest = digests.size() == 1 ? valid(digests.get(0), PayloadDigest::ofHex) : Optional.empty();
        return digest.isPresent() ? new Call.Lookup(operation, digest)
                : refused(ErrorCode.MALFORMED_DIGEST, "payload_sha256 is 64 lower-case hex digits");
    }

    private static Call count(RequestHead head) {
        List<Optional<String>> scopes = PercentCode.values(head.query(), "scope");
        if (scopes.isEmpty()) {
            return new Call.Count(Optional.empty());
        }
        Optional<OperationScope> scope = scopes.size() == 1 ? valid(scopes.get(0), OperationScope::new) : Optional.empty();
        return scope.isPresent() ? new Call.Count(scope) : malformedScope();
    }

    private static Call notAllowed(String methods) {
        return new Call.Refused(Reply.error(ErrorCode.METHOD_NOT_ALLOWED, "the methods here are " + methods, Map.of("Allow", methods)));
    }

    private static Call refused(ErrorCode code, String detail) {
        return new Call.Refused(Reply.error(code, detail));
    }

    /** A value made of a text that is there and will do. */
    private static <T> Optional<T> valid(Optional<String> text, Function<String, T> making) {
        try {
            return text.map(making);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
