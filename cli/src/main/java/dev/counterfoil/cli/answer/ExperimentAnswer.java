// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.answer;

import dev.counterfoil.cli.output.JsonLine;
import dev.counterfoil.fixtures.experiment.Claim;
import dev.counterfoil.fixtures.experiment.Experiment;
import dev.counterfoil.fixtures.experiment.Persistence;
import dev.counterfoil.journal.canonical.JsonTree;
import dev.counterfoil.journal.canonical.StrictJson;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The experiment as the artifact that is committed, and the check of one against the other. Pure; thread-safe. */
public final class ExperimentAnswer {
    /** Most bytes of an artifact. */
    public static final int BYTES = 1 << 22;

    private static final String FORMAT = "counterfoil-experiment-1";
    private static final Pattern SCENARIO = Pattern.compile("^\\$\\.scenarios\\[(\\d+)].*", Pattern.DOTALL);

    private ExperimentAnswer() {}

    /**
     * The artifact.
     *
     * @param experiment what came of it
     * @return its JSON
     */
    public static JsonTree of(Experiment experiment) {
        String line = new JsonLine()
                .put("format", FORMAT)
                .put("scenarios", experiment.scenarios().stream().map(ExperimentAnswer::scenario).toList())
                .put("persistence", persistence(experiment.persistence()))
                .put("claims", experiment.claims().stream().map(ExperimentAnswer::claim).toList())
                .toString();
        return StrictJson.read(line.getBytes(StandardCharsets.UTF_8), BYTES);
    }

    private static JsonLine scenario(Experiment.Ran ran) {
        JsonLine line = new JsonLine().put("name", ran.scenario().name()).put("about", ran.scenario().about())
                .put("config", SimulationLine.of(ran.scenario().simulation()));
        return RunAnswer.into(line, ran.run());
    }

    private static JsonLine persistence(Persistence found) {
        return new JsonLine()
                .put("after_kill", new JsonLine().put("client_state", found.clientState()).put("effects", found.afterKill()))
                .put("blind_replay", mayRetry(found.blindReplayPermitted()))
                .put("unsafe_direct_replay", new JsonLine().put("effects", found.afterUnsafeReplay()))
                .put("same_key_replay", mayRetry(found.declaredReplayPermitted())
                        .put("answer", found.sameKeyAnswer()).put("effects", found.afterSameKey()))
                .put("changed_payload", new JsonLine().put("answer", found.changedPayloadAnswer())
                        .put("effects", found.afterChangedPayload()))
                .put("rotated_key", new JsonLine().put("answer", found.rotatedKeyAnswer()).put("effects", found.afterRotatedKey()))
                .put("controls", new JsonLine().put("effects_after_kill_before_commit", found.afterKillBeforeCommit())
                        .put("reply_of_opened_gate", found.replyOfOpenedGate()));
    }

    private static JsonLine mayRetry(boolean permitted) {
        return SimulationLine.truth(new JsonLine(), "may_retry", permitted);
    }

    private static JsonLine claim(Claim claim) {
        return new JsonLine().put("id", claim.id()).put("sentence", claim.sentence()).put("test", claim.test())
                .put("limitation", claim.limitation());
    }

    /**
     * Where a saved artifact says something else than the experiment does, in any member.
     *
     * @param made what came of the experiment
     * @param saved what was saved
     * @return the first difference, its path first; empty where there is none
     */
    public static Optional<String> difference(JsonTree made, JsonTree saved) {
        return TreeDifference.first(made, saved).map(difference -> {
            Matcher scenario = SCENARIO.matcher(difference);
            return scenario.matches() ? difference + " (scenario " + name(made, Integer.parseInt(scenario.group(1))) + ")" : difference;
        });
    }

    private static String name(JsonTree made, int index) {
        JsonTree scenarios = ((JsonTree.Members) made).member("scenarios").orElseThrow();
        JsonTree.Members scenario = (JsonTree.Members) ((JsonTree.Elements) scenarios).elements().get(index);
        return ((JsonTree.Text) scenario.member("name").orElseThrow()).value();
    }
}
