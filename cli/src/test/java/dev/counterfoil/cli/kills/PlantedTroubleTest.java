// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.cli.kills.CommandProcess.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The checker is seen to fail: each trouble that is planted, in real runs or in what was seen of one, is found by the rule for it. */
@Tag("once")
class PlantedTroubleTest {
    private static final String ODD_TOTALS = "{\"calls\":3,\"retries\":1,\"failovers\":0,\"context_tokens\":1,\"output_tokens\":1,"
            + "\"aggregate_tokens\":2,\"cost_micros\":1,\"request_bytes\":1,\"response_bytes_reserved\":1}";

    @TempDir
    private Path directory;

    @Test
    void a_provider_that_acts_twice_or_denies_its_effect_is_found() throws Exception {
        Observation seen = run(CaseRunner.Meanwhile.NOTHING, List.of(), Behaviour.TWICE, Behaviour.LIAR);
        found("effect_twice", seen);
        found("strict_and_repeated", seen);
        found("effect_denied", seen);
    }

    @Test
    void a_journal_whose_last_record_was_removed_between_runs_is_found() throws Exception {
        List<KillCase.Kill> kills = List.of(killAfter(KillKind.AFTER_CLOSED, 0));
        Observation seen = run(PlantedTroubleTest::removeLastRecord, kills, Behaviour.OK, Behaviour.OK);
        found("damaged", seen);
        found("no_result", seen);
        assertEquals(5, seen.last().exit(), "the command itself refuses it");
        assertEquals(List.of(), seen.last().events(), "nothing was dispatched over it");
    }

    @Test
    void a_journal_that_was_lost_between_runs_is_found() throws Exception {
        Observation seen = run(PlantedTroubleTest::remove, List.of(killAfter(KillKind.AFTER_CLOSED, 0)), Behaviour.OK);
        found("acknowledged_and_gone", seen);
        found("begun_twice", seen);
        found("effect_twice", seen);
    }

    @Test
    void what_was_seen_of_a_sound_run_and_altered_is_found_each_by_its_rule() throws Exception {
        List<KillCase.Kill> kills = List.of(killAfter(KillKind.AFTER_OPENED, 2));
        Observation sound = run(CaseRunner.Meanwhile.NOTHING, kills, Behaviour.OK, Behaviour.REPORT, Behaviour.NOTHING);
        assertEquals(List.of(), KillChecker.violations(sound));
        alterations().forEach((rule, alteration) -> found(rule.replaceAll(" .*", ""), alteration.apply(sound)));
    }

    private static Map<String, UnaryOperator<Observation>> alterations() {
        Map<String, UnaryOperator<Observation>> all = new LinkedHashMap<>();
        all.put("effect_without_intent", seen -> books(seen, seen.begun(), with(seen.effects(), "p0 7")));
        all.put("begun_without_intent", seen -> books(seen, with(seen.begun(), "p0 7"), seen.effects()));
        all.put("begun_twice", seen -> books(seen, with(seen.begun(), "p0 0"), seen.effects()));
        all.put("completed_without_effect", seen -> books(seen, seen.begun(), List.of()));
        all.put("confirmed_without_effect", seen -> books(seen, seen.begun(), List.of()));
        all.put("replay_dispatched", seen -> new Observation(seen.of(), seen.before(), seen.last(), seen.again(), List.of(),
                seen.begunAfter(), seen.effects(), seen.journal()));
        all.put("acknowledged_and_gone an event of another digest", seen -> new Observation(seen.of(),
                List.of(altered(seen.before().get(0), "\"digest\":\"", "\"digest\":\"0")), seen.last(), seen.again(), seen.begun(),
                seen.begunAfter(), seen.effects(), seen.journal()));
        all.put("other_ending", seen -> last(seen, "\"status\":\"settled\"", "\"status\":\"stopped\""));
        all.put("doubt_misreported", seen -> last(seen, "\"status\":\"uncertain\"", "\"status\":\"stopped\""));
        all.put("other_response", seen -> last(seen, "\"response\":\"done", "\"response\":\"gone"));
        all.put("replay_differs", seen -> last(seen, "\"response\":\"done", "\"response\":\"gone"));
        all.put("told_otherwise", seen -> last(seen, "\"reason\":\"completed\"", "\"reason\":\"permanent\""));
        all.put("totals_differ in a result", seen -> last(seen, "\"calls\":1", "\"calls\":2"));
        all.put("other_exit", seen -> ran(seen, new Ran(0, seen.last().lines())));
        all.put("no_result", seen -> ran(seen, new Ran(0, List.of())));
        all.put("not_replayed", seen -> new Observation(seen.of(), seen.before(), seen.last(),
                altered(seen.again(), "\"replayed\":true", "\"replayed\":false"), seen.begun(), seen.begunAfter(), seen.effects(),
                seen.journal()));
        all.put("totals_differ in the replay", seen -> journal(seen, new ReadJournal(seen.journal().lines(),
                Line.of(ODD_TOTALS), List.of())));
        all.put("dispatch_denied", seen -> dump(seen, "completed_with_response", "not_dispatched"));
        all.put("effect_denied", seen -> dump(seen, "completed_with_response", "rejected_permanently"));
        all.put("damaged", seen -> journal(seen, new ReadJournal(seen.journal().lines(), seen.journal().totals(), List.of("x"))));
        all.put("sent_over_doubt", seen -> journal(seen, new ReadJournal(
                seen.journal().lines().stream().flatMap(line -> line.is("record", "intent")
                        ? Stream.of(line, line.with("\"ordinal\":0", "\"ordinal\":1")) : Stream.of(line)).toList(),
                seen.journal().totals(), List.of())));
        return all;
    }

    private static List<String> with(List<String> lines, String more) {
        List<String> all = new ArrayList<>(lines);
        all.add(more);
        return all;
    }

    private static Ran altered(Ran ran, String old, String other) {
        return new Ran(ran.exit(), ran.lines().stream().map(line -> line.with(old, other)).toList());
    }

    private static Observation last(Observation seen, String old, String other) {
        return ran(seen, altered(seen.last(), old, other));
    }

    private static Observation ran(Observation seen, Ran last) {
        return new Observation(seen.of(), seen.before(), last, seen.again(), seen.begun(), seen.begunAfter(), seen.effects(),
                seen.journal());
    }

    private static Observation books(Observation seen, List<String> begun, List<String> effects) {
        return new Observation(seen.of(), seen.before(), seen.last(), seen.again(), begun, begun, effects, seen.journal());
    }

    private static Observation dump(Observation seen, String old, String other) {
        return journal(seen, new ReadJournal(
                seen.journal().lines().stream().map(line -> line.with(old, other)).toList(), seen.journal().totals(), List.of()));
    }

    private static Observation journal(Observation seen, ReadJournal journal) {
        return new Observation(seen.of(), seen.before(), seen.last(), seen.again(), seen.begun(), seen.begunAfter(), seen.effects(),
                journal);
    }

    private static KillCase.Kill killAfter(KillKind kind, int number) {
        return new KillCase.Kill(kind, KillKind.Reach.GROUP, number, 0);
    }

    private Observation run(CaseRunner.Meanwhile meanwhile, List<KillCase.Kill> kills, Behaviour... behaviours) throws Exception {
        List<KillCase.Plan> plans = new ArrayList<>();
        for (Behaviour behaviour : behaviours) {
            plans.add(new KillCase.Plan("p" + plans.size(), KillCase.Doubt.STRICT, List.of(behaviour)));
        }
        return CaseRunner.run(new KillCase("planted", 2, plans, kills), directory, new KillTally(), meanwhile);
    }

    private static void found(String rule, Observation seen) {
        List<String> violations = KillChecker.violations(seen);
        assertTrue(violations.stream().anyMatch(violation -> violation.startsWith(rule + ":")), rule + " is not among " + violations);
    }

    private static void remove(Path directory) throws IOException {
        for (String name : List.of("j.db", "j.db-wal", "j.db-shm")) {
            Files.deleteIfExists(directory.resolve(name));
        }
    }

    private static void removeLastRecord(Path directory) throws IOException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("j.db"));
                Statement statement = connection.createStatement()) {
            assertEquals(1, statement.executeUpdate("DELETE FROM record WHERE key = (SELECT max(key) FROM record)"));
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }
}
