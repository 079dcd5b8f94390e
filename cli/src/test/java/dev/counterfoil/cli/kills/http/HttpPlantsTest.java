// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.cli.Inside;
import dev.counterfoil.cli.kills.CommandProcess.Ran;
import dev.counterfoil.cli.kills.Line;
import dev.counterfoil.cli.kills.ReadJournal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The checker is seen to fail: each wrong world, in real runs or in what was seen of one, is found by the rule for it. */
@Tag("once")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HttpPlantsTest {
    /** Not delivered under its key: a receiver that has forgotten all keys would do the same. */
    private static final Tampering WITHOUT_KEY = new Tampering() {
        @Override
        public List<Request> handedOn(Request request) {
            String head = request.head().replaceFirst("(?i)\r\nidempotency-key:[^\r]*", "\r\nIdempotent: ?0");
            return List.of(new Request(head, request.body()));
        }
    };
    private static final Tampering TWICE = new Tampering() {
        @Override
        public List<Request> handedOn(Request request) {
            return request.method().equals("POST") ? List.of(request, request) : List.of(request);
        }
    };
    private static final Tampering DENYING = new Tampering() {
        @Override
        public Request answered(Request answer) {
            return new Request(answer.head().replaceFirst("^HTTP/1.1 20[01]", "HTTP/1.1 422"), answer.body());
        }
    };
    private static final List<HttpKill> BEHIND_THE_COMMIT = List.of(HttpKill.at(Step.COMMITTED, Victim.SENDER));

    private HttpRoom room;

    @BeforeAll
    void serve(@TempDir Path directory) throws IOException {
        room = HttpRoom.in(directory);
    }

    @AfterAll
    void end() throws IOException {
        room.close();
    }

    @Test
    void a_receiver_that_forgets_its_keys_is_found() throws Exception {
        found("effect_twice", run("forgetful", WITHOUT_KEY, HttpCaseRunner.Meanwhile.NOTHING, BEHIND_THE_COMMIT, Way.REDELIVER));
    }

    @Test
    void a_journal_that_was_put_back_to_before_its_intent_is_found() throws Exception {
        HttpObservation seen =
                run("restored", Tampering.NONE, HttpPlantsTest::putBackToBefore, BEHIND_THE_COMMIT, Way.STRICT_UNSAFE);
        found("acknowledged_and_gone", seen);
        found("sent_without_intent", seen);
        found("doubt_sent_again", seen);
        found("strict_and_repeated", seen);
    }

    @Test
    void a_receiver_that_lost_its_file_between_two_lives_is_found() throws Exception {
        HttpCaseRunner.Meanwhile lost = place -> {
            room.served().die();
            for (String name : List.of("r.db", "r.db-wal", "r.db-shm")) {
                Files.deleteIfExists(room.directory().resolve(name));
            }
            room.served().back();
        };
        List<HttpKill> kills = List.of(HttpKill.at(Step.COMMITTED, Victim.RECEIVER));
        found("confirmed_without_effect", run("lost", Tampering.NONE, lost, kills, Way.REDELIVER));
    }

    @Test
    void a_wire_that_delivers_twice_or_denies_what_was_done_is_found() throws Exception {
        found("strict_and_repeated", run("twice", TWICE, HttpCaseRunner.Meanwhile.NOTHING, List.of(), Way.STRICT_UNSAFE));
        found("effect_denied", run("denied", DENYING, HttpCaseRunner.Meanwhile.NOTHING, List.of(), Way.STRICT_KEYED));
    }

    @Test
    void what_was_seen_of_a_sound_case_and_altered_is_found_each_by_its_rule() throws Exception {
        HttpObservation sound = run("sound", Tampering.NONE, HttpCaseRunner.Meanwhile.NOTHING, BEHIND_THE_COMMIT, Way.STRICT_UNSAFE,
                Way.REDELIVER);
        assertEquals(List.of(), HttpChecker.violations(sound));
        alterations().forEach((rule, alteration) -> found(rule, alteration.apply(sound)));
    }

    /** The first invocation is strict and in doubt, the second is settled. */
    private static Map<String, UnaryOperator<HttpObservation>> alterations() {
        Map<String, UnaryOperator<HttpObservation>> all = new LinkedHashMap<>();
        all.put("strict_and_repeated", seen -> ledger(seen, "sound-0", new Ledger(2, "keyless", 0)));
        all.put("effect_twice", seen -> ledger(seen, "sound-1", new Ledger(2, "completed", 1)));
        all.put("confirmed_without_effect", seen -> ledger(seen, "sound-1", new Ledger(0, "absent", 0)));
        all.put("other_response", seen -> ledger(seen, "sound-1", new Ledger(1, "completed", 1_000)));
        all.put("effect_denied", seen -> last(seen, "\"business_state\":\"confirmed\"", "\"business_state\":\"not_applied\""));
        all.put("left_in_doubt", seen -> last(seen, "\"status\":\"settled\"", "\"status\":\"uncertain\""));
        all.put("sent_without_intent", seen -> sent(seen, delivery(seen, "sound-1", 0)));
        all.put("doubt_sent_again", seen -> sent(seen, delivery(seen, "sound-0", 1)));
        all.put("replay_sent", seen -> sent(seen, delivery(seen, "sound-1", 0)));
        all.put("other_delivery", seen -> sent(seen, new Sent(0, new Request(delivery(seen, "sound-1", 0).request().head(), "{}"))));
        all.put("dispatch_denied", seen -> dump(seen, "completed_with_response", "not_dispatched"));
        all.put("absence_not_closed", seen -> dump(seen, "\"record\":\"outcome\"",
                "\"verdict\":\"not_applied\",\"ground\":\"receipt\",\"record\":\"outcome\""));
        all.put("totals_differ", seen -> last(seen, "\"calls\":1", "\"calls\":2"));
        all.put("not_at_rest", seen -> new HttpObservation(seen.of(), seen.before(), seen.last(), seen.again(), seen.sent(),
                seen.sentAfter(), seen.doubts(), seen.ledgers(), false, seen.journal()));
        return all;
    }

    private static Sent delivery(HttpObservation seen, String id, int run) {
        return new Sent(run, seen.deliveries(id).get(0).request());
    }

    private static HttpObservation ledger(HttpObservation seen, String id, Ledger other) {
        Map<String, Ledger> ledgers = new HashMap<>(seen.ledgers());
        ledgers.put(id, other);
        return new HttpObservation(seen.of(), seen.before(), seen.last(), seen.again(), seen.sent(), seen.sentAfter(), seen.doubts(),
                ledgers, seen.isAtRest(), seen.journal());
    }

    private static HttpObservation sent(HttpObservation seen, Sent more) {
        List<Sent> sent = new ArrayList<>(seen.sentAfter());
        sent.add(more);
        return new HttpObservation(seen.of(), seen.before(), seen.last(), seen.again(), seen.sent(), sent, seen.doubts(),
                seen.ledgers(), seen.isAtRest(), seen.journal());
    }

    private static HttpObservation last(HttpObservation seen, String old, String other) {
        Ran last = new Ran(seen.last().exit(), seen.last().lines().stream().map(line -> line.with(old, other)).toList());
        return new HttpObservation(seen.of(), seen.before(), last, seen.again(), seen.sent(), seen.sentAfter(), seen.doubts(),
                seen.ledgers(), seen.isAtRest(), seen.journal());
    }

    private static HttpObservation dump(HttpObservation seen, String old, String other) {
        List<Line> lines = seen.journal().lines().stream().map(line -> line.with(old, other)).toList();
        return new HttpObservation(seen.of(), seen.before(), seen.last(), seen.again(), seen.sent(), seen.sentAfter(), seen.doubts(),
                seen.ledgers(), seen.isAtRest(), new ReadJournal(lines, seen.journal().totals(), List.of()));
    }

    /** An earlier state of the same file, whole in itself. */
    private static void putBackToBefore(Path directory) throws IOException {
        Path earlier = directory.resolve("earlier.db");
        assertEquals(0, Inside.run("run", "--journal", earlier, "--id", "earlier", "--", "true").status());
        for (String name : List.of("j.db-wal", "j.db-shm")) {
            Files.deleteIfExists(directory.resolve(name));
        }
        Files.move(earlier, directory.resolve("j.db"), StandardCopyOption.REPLACE_EXISTING);
    }

    private HttpObservation run(String name, Tampering tampering, HttpCaseRunner.Meanwhile meanwhile, List<HttpKill> kills, Way... ways)
            throws IOException, InterruptedException {
        List<HttpKillCase.Plan> plans = new ArrayList<>();
        for (Way way : ways) {
            plans.add(new HttpKillCase.Plan(name + "-" + plans.size(), way));
        }
        return HttpCaseRunner.run(new HttpKillCase(name, 2, plans, kills), room, tampering, meanwhile, new HttpTally());
    }

    private static void found(String rule, HttpObservation seen) {
        List<String> violations = HttpChecker.violations(seen);
        assertTrue(violations.stream().anyMatch(violation -> violation.startsWith(rule + ":")), rule + " is not among " + violations);
    }
}
