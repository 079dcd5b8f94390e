// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.damage;

import dev.counterfoil.cli.CommandHere;
import dev.counterfoil.journal.record.DamageReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What must hold of every damaged file: it is found and named, or it means nothing and every command answers as before; nothing is sent
 * for what is damaged; whatever was refused, or only reported, left the files as they were. Confined.
 */
final class Oracle {
    private static final int DAMAGED = 5;
    private static final int UNAVAILABLE = 6;

    /** Commands that write nothing, whatever they find. */
    private static final Map<String, String[]> LOOKING = looking();

    private final Bench bench;
    private final Path specs;
    private final Map<String, CommandHere> sound = new HashMap<>();
    private final Map<String, List<String>> shown;
    private List<String> violations = new ArrayList<>();

    Oracle(Bench bench, Bench.Laid file, Path specs, Path effects) throws IOException {
        this.bench = bench;
        this.specs = specs;
        for (String id : SampleJournal.IDS) {
            Files.writeString(specs.resolve(id), SampleJournal.spec(effects, id));
        }
        bench.lay(file);
        for (Map.Entry<String, String[]> each : LOOKING.entrySet()) {
            keep(each.getKey(), look(each.getValue()), file);
        }
        for (String id : List.of(SampleJournal.SETTLED, SampleJournal.DOUBT)) {
            keep("run " + id, bench.run(specs.resolve(id)), file);
        }
        shown = byInvocation(sound.get("dump").out());
    }

    private void keep(String name, CommandHere answer, Bench.Laid file) throws IOException {
        sound.put(name, answer);
        if (!bench.isUntouched(file) || !bench.done().isEmpty()) {
            throw new AssertionError(name + " changed a sound journal, or called somebody: " + answer);
        }
    }

    private static Map<String, String[]> looking() {
        Map<String, String[]> looking = new LinkedHashMap<>();
        looking.put("verify", new String[] {"verify"});
        looking.put("dump", new String[] {"dump", "--payloads", "--format", "jsonl"});
        looking.put("list", new String[] {"list", "--format", "json"});
        looking.put("replay", new String[] {"replay", "--format", "json", "--by", "provider"});
        looking.put("dump of one", new String[] {"dump", SampleJournal.WAITING, "--payloads", "--format", "jsonl"});
        looking.put("replay of one", new String[] {"replay", SampleJournal.WAITING, "--format", "json"});
        looking.put("cancel what is settled", new String[] {"cancel", SampleJournal.SETTLED});
        looking.put("reconcile what is in no doubt",
                new String[] {"reconcile", SampleJournal.SETTLED, "0", "--verdict", "completed", "--evidence", "x", "--wait", "0ms"});
        return looking;
    }

    private CommandHere look(String[] words) {
        return bench.command(words[0], List.of(words).subList(1, words.length).toArray(String[]::new));
    }

    /** What a damage turned out to be. */
    record Finding(Optional<String> reason, List<String> violations) {
        /** The reason's code, {@code invisible}, or how the file was refused. */
        String word() {
            return reason.orElse("invisible");
        }
    }

    /** Lays the files down and tries every command on them. */
    Finding of(Bench.Laid laid) throws IOException {
        violations = new ArrayList<>();
        bench.lay(laid);
        CommandHere verified = look(LOOKING.get("verify"));
        boolean visible = !answersAsBefore("verify", verified);
        CommandHere dumped = verified;
        for (Map.Entry<String, String[]> each : LOOKING.entrySet()) {
            CommandHere now = each.getKey().equals("verify") ? verified : look(each.getValue());
            judge(each.getKey(), now, visible);
            dumped = each.getKey().equals("dump") ? now : dumped;
        }
        for (String id : List.of(SampleJournal.SETTLED, SampleJournal.DOUBT)) {
            judge("run " + id, bench.run(specs.resolve(id)), visible);
        }
        demand(bench.isUntouched(laid), "looking changed the files");
        demand(bench.done().isEmpty(), "looking called somebody");
        Map<String, List<String>> here = byInvocation(dumped.out());
        goOn(laid, here, verified, visible);
        recover(laid, here, verified, visible);
        bench.lay(laid);
        CommandHere pruned = bench.run(specs.resolve(SampleJournal.PRUNED));
        demand(pruned.exit() >= DAMAGED && bench.done().isEmpty(), "run of what was pruned: " + pruned);
        demand(bench.isUntouched(laid), "run of what was pruned changed the files: " + pruned);
        return new Finding(visible ? Optional.of(reason(verified)) : Optional.empty(), List.copyOf(violations));
    }

    /** Lays the files down and tries only what finds damage and what would send: a fifth of the time. */
    Finding inBrief(Bench.Laid laid) throws IOException {
        violations = new ArrayList<>();
        bench.lay(laid);
        CommandHere verified = look(LOOKING.get("verify"));
        boolean visible = !answersAsBefore("verify", verified);
        judge("verify", verified, visible);
        CommandHere dumped = look(LOOKING.get("dump"));
        judge("dump", dumped, visible);
        demand(bench.isUntouched(laid), "looking changed the files");
        goOn(laid, byInvocation(dumped.out()), verified, visible);
        return new Finding(visible ? Optional.of(reason(verified)) : Optional.empty(), List.copyOf(violations));
    }

    private boolean answersAsBefore(String name, CommandHere now) {
        CommandHere before = sound.get(name);
        return now.exit() == before.exit() && now.out().equals(before.out()) && now.err().equals(before.err());
    }

    private void judge(String name, CommandHere now, boolean visible) {
        if (answersAsBefore(name, now)) {
            return;
        }
        demand(visible, name + " answers " + now + " where verify finds nothing");
        demand(now.exit() == DAMAGED || now.exit() == UNAVAILABLE, name + " answers otherwise and ends with " + now.exit() + ": " + now);
        demand(!now.err().isEmpty(), name + " is refused without a word");
        demand(now.err().stream().noneMatch(line -> line.contains("unexpected failure") || line.startsWith("\tat ")),
                name + ": " + now.err());
        demand(now.exit() != DAMAGED || Stream.concat(now.out().stream(), now.err().stream()).anyMatch(Oracle::namesAReason),
                name + " names no reason: " + now);
    }

    private static boolean namesAReason(String line) {
        return Stream.of(DamageReason.values()).anyMatch(reason -> line.contains(reason.code()));
    }

    /** What came first in the words of verify. */
    private static String reason(CommandHere verified) {
        if (verified.exit() != DAMAGED) {
            return "refused with " + verified.exit();
        }
        return verified.out().stream()
                .flatMap(line -> Stream.of(DamageReason.values()).map(DamageReason::code).filter(line::contains))
                .findFirst().orElse("no reason");
    }

    /** An open invocation, where a run makes an attempt. */
    private void goOn(Bench.Laid laid, Map<String, List<String>> here, CommandHere verified, boolean visible) throws IOException {
        bench.lay(laid);
        CommandHere ran = bench.run(specs.resolve(SampleJournal.WAITING));
        List<String> done = bench.done();
        sent(done, here, "run");
        if (done.isEmpty()) {
            demand(ran.exit() == DAMAGED || ran.exit() == UNAVAILABLE, "run of what is open sends nothing and ends with " + ran);
            demand(visible, "run refuses what verify calls whole: " + ran);
            demand(bench.isUntouched(laid), "a refused run changed the files: " + ran);
            return;
        }
        demand(ran.exit() == 0 && done.size() == 1, "run of what is open: " + ran + " after " + done);
        restIsAsFound(here, verified, "run", List.of(SampleJournal.WAITING));
    }

    private void recover(Bench.Laid laid, Map<String, List<String>> here, CommandHere verified, boolean visible) throws IOException {
        bench.lay(laid);
        CommandHere recovered = bench.recover();
        List<String> done = bench.done();
        sent(done, here, "recover");
        for (String id : SampleJournal.IDS) {
            long told = recovered.err().stream().filter(line -> line.startsWith(id + ": ") && namesAReason(line)).count();
            demand(told <= 1, "recover tells the damage of " + id + " " + told + " times: " + recovered.err());
        }
        demand(!visible || recovered.exit() == DAMAGED || recovered.exit() == UNAVAILABLE, "recover of what is damaged: " + recovered);
        demand(visible || recovered.exit() == 4 && done.size() == 2, "recover of what is whole: " + recovered + " after " + done);
        if (done.isEmpty()) {
            demand(bench.isUntouched(laid), "recover sent nothing and changed the files: " + recovered);
        } else {
            restIsAsFound(here, verified, "recover", List.of(SampleJournal.WAITING, SampleJournal.CLEARED));
        }
    }

    private void sent(List<String> done, Map<String, List<String>> here, String by) {
        for (String id : done) {
            demand(shown.get(id).equals(here.get(id)), by + " sent for " + id + ", which is shown as " + here.get(id));
        }
        demand(done.stream().distinct().count() == done.size(), by + " sent twice: " + done);
    }

    /** What was damaged is as it was, and what was not goes on whole. */
    private void restIsAsFound(Map<String, List<String>> here, CommandHere verified, String by, List<String> moved) {
        CommandHere after = look(LOOKING.get("verify"));
        demand(after.exit() == verified.exit(), "after " + by + " verify ends with " + after);
        Map<String, List<String>> now = byInvocation(look(LOOKING.get("dump")).out());
        Stream.concat(here.keySet().stream(), now.keySet().stream()).distinct().filter(id -> !moved.contains(id) && !id.isEmpty())
                .forEach(id -> demand(String.valueOf(here.get(id)).equals(String.valueOf(now.get(id))), "after " + by + " " + id
                        + " is shown otherwise: " + now.get(id)));
    }

    private static Map<String, List<String>> byInvocation(List<String> lines) {
        return lines.stream().collect(Collectors.groupingBy(Oracle::invocation));
    }

    private static String invocation(String line) {
        String mark = "\"invocation\":\"";
        int at = line.indexOf(mark);
        return at < 0 ? "" : line.substring(at + mark.length(), Math.max(at + mark.length(), line.indexOf('"', at + mark.length())));
    }

    private void demand(boolean holds, String otherwise) {
        if (!holds) {
            violations.add(otherwise.length() > 900 ? otherwise.substring(0, 900) : otherwise);
        }
    }
}
