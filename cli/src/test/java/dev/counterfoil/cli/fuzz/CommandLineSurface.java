// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.fuzz;

import dev.counterfoil.cli.CommandHere;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Command lines. Nothing of them is ever started: whatever chance makes of a line, its journal is then put where none can be opened, so
 * that an accepted line ends with 6. Confined.
 */
final class CommandLineSurface implements Surface {
    private static final Set<Integer> ALLOWED = Set.of(0, 2, 6);
    private static final List<List<String>> GOOD = List.of(
            List.of("run", "--journal", "J", "--id", "a", "--max-calls", "3", "--key", "cnry7value", "--", "no-such-command",
            "cnry7value"),
            List.of("run", "--journal", "J", "--id", "a", "--deadline", "5s", "--backoff", "fixed", "--backoff-initial", "1ms",
            "--", "none"),
            List.of("run", "--journal", "J", "--id", "a", "--retryable-exit", "75,76", "--contract", "read_only", "--",
            "no-such-command"),
            List.of("run", "--journal", "J", "--spec", "no-such-spec", "--parallel", "2", "--events", "--wait", "1s", "--grace", "1s"),
            List.of("run", "--journal", "J", "--spec", "-"), List.of("recover", "--journal", "J"), List.of("list", "J",
            "--state", "open"),
            List.of("cancel", "J", "a"), List.of("dump", "J", "a", "--payloads", "--format", "jsonl"), List.of("replay", "J",
            "--by", "day"),
            List.of("verify", "J"), List.of("--version"), List.of("help", "run"), List.of("reconcile", "J", "a", "0", "--verdict",
                    "completed", "--evidence", "cnry7value", "--by", "me", "--wait", "0ms"));
    private static final List<String> WORDS = List.of(
            "", " ", "-", "--", "---", "-h", "--help", "--journal", "--id", "--spec", "--parallel", "--events", "--wait", "--format",
            "--max-calls", "--max-cost-micros", "--deadline", "--deadline-at", "--input", "--response-to", "--verdict", "--evidence",
            "--payloads", "--state", "--by", "--journal=", "--id=", "--key=", "--max-calls=", "--max-calls=-1", "--max-calls=1e9",
            "--max-calls=9007199254740993", "--max-calls=99999999999999999999", "--backoff-factor=1e400", "--backoff-factor=0.0001",
            "--deadline=0ms", "--deadline=99999999999999999999h", "--deadline-at=never", "--parallel=-1", "--parallel=99999999999",
            "--parallel=1.5", "--wait=", "--wait=1", "--grace=9007199254740991ms", "--rejected-exit=0", "--rejected-exit=1,,2",
            "--rejected-exit=300", "--jitter=x", "--contract=receiver_idempotent", "--scope=\u0001", "--frob", "--frob=1", "-x", "@file",
            "${env:HOME}", "%s", "%n", "a\nb", "\u001b[2J", "\u0000", "\uFFFD", "\ud800", "\u202e", "\u00e9", "0", "1", "-1",
            "run", "list",
            "recover", "dump", "verify", "frob", "help", "--version", "x".repeat(300), "x".repeat(5_000),
            "--id=" + "y".repeat(257), "'", "\"",
            "--input=no-such-file", "--input=\u0000", "--spec=\u0000", "--spec=a\nb", "--response-to=\u0000", "--response-to=",
            "--response=\u0000",
            "--response=no-such-file", "--evidence=", "--evidence= ", "--verdict=maybe", "--format=xml", "--state=lost", "--by=week");

    private final Path directory;

    CommandLineSurface(Path directory) throws IOException {
        this.directory = Files.createDirectory(directory.resolve("lines"));
    }

    @Override
    public String name() {
        return "command_line";
    }

    @Override
    public int share() {
        return 2;
    }

    @Override
    public String attempt(Dice dice) throws IOException {
        List<String> line = new ArrayList<>(dice.of(GOOD));
        for (int changes = dice.below(4); changes > 0; changes--) {
            change(line, dice);
        }
        String[] words = harmless(line, dice);
        CommandHere said = CommandHere.run(words);
        Finding.unlessOneOf(said.exit(), ALLOWED, said.err() + " for " + List.of(words));
        if (said.exit() != 0 && said.err().stream().noneMatch(text -> text.startsWith("Usage: "))) {
            Finding.unless(said.err().size() == 1, "lines: " + said.err() + " for " + List.of(words));
            Finding.unlessLines(String.join("\n", said.err()));
        }
        try (Stream<Path> files = Files.list(directory)) {
            Finding.unless(files.findAny().isEmpty(), "something was written");
        }
        return said.exit() == 2 ? "usage" : said.exit() == 6 ? "accepted_and_no_journal" : "accepted";
    }

    private static void change(List<String> line, Dice dice) {
        int at = dice.below(line.size() + 1);
        switch (dice.below(5)) {
            case 0 -> line.add(at, dice.of(WORDS));
            case 1 -> {
                if (at < line.size()) {
                    line.remove(at);
                }
            }
            case 2 -> {
                if (at < line.size()) {
                    line.add(at, line.get(at));
                }
            }
            case 3 -> line.addAll(at, dice.of(GOOD));
            default -> {
                if (at < line.size()) {
                    line.set(at, dice.of(WORDS));
                }
            }
        }
    }

    /** Whatever could be the place of a journal is in a directory that is not there, under names of every kind. */
    private String[] harmless(List<String> line, Dice dice) {
        List<String> nowhere = List.of("none/j", "none/a\nb", "none/\u001b[2J", "none/" + "n".repeat(300), "none/\u00e9");
        String journal = directory.resolve(dice.oneIn(2) ? nowhere.get(0) : dice.of(nowhere)).toString();
        List<String> words = new ArrayList<>();
        for (int i = 0; i < line.size(); i++) {
            boolean place = i > 0 && line.get(i - 1).equals("--journal");
            boolean joined = line.get(i).startsWith("--journal=");
            words.add(place || line.get(i).equals("J") ? journal : joined ? "--journal=" + journal : line.get(i));
        }
        return words.toArray(String[]::new);
    }
}
