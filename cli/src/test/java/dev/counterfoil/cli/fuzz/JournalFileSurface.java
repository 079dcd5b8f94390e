// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.fuzz;

import dev.counterfoil.cli.CommandHere;
import dev.counterfoil.fixtures.world.SimulatedTime;
import dev.counterfoil.journal.record.DoubtProfile;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.JournalException;
import dev.counterfoil.journal.sqlite.SqliteCheckpointStore;
import dev.counterfoil.scheduler.Counterfoil;
import dev.counterfoil.scheduler.dispatch.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Files of a journal: bytes changed, rows edited, chains forged with an anchor that agrees. Confined. */
final class JournalFileSurface implements Surface {
    private static final Set<Integer> READING = Set.of(0, 5, 6, 7);

    private final Path directory;
    private final byte[] whole;

    JournalFileSurface(Path directory) throws IOException {
        this.directory = directory;
        Path good = directory.resolve("good");
        try (Counterfoil runtime = runtime().open(good)) {
            HonestRuns.into(runtime);
        }
        whole = Files.readAllBytes(good);
        Files.delete(good);
    }

    private static Counterfoil.Settings runtime() {
        SimulatedTime time = new SimulatedTime(GoodInput.NOW);
        return Counterfoil.settings().ownerWait(Duration.ZERO).time(time.wall(), time.ticker(), time.jumping());
    }

    @Override
    public String name() {
        return "journal_file";
    }

    @Override
    public int share() {
        return 1;
    }

    @Override
    public String attempt(Dice dice) throws IOException {
        Path file = directory.resolve("j");
        Files.write(file, whole);
        try {
            switch (dice.below(3)) {
                case 0 -> Files.write(file, damaged(dice));
                case 1 -> RowEdits.edit(file, dice);
                default -> RowEdits.forge(file, dice);
            }
        } catch (SQLException refusedByTheDatabase) {
            wipe();
            return "no_such_row";
        }
        byte[] before = Files.readAllBytes(file);
        String ended = read(file, dice);
        Finding.unless(Arrays.equals(before, Files.readAllBytes(file)), "reading changed the file");
        Finding.unless(names().equals(List.of("j")), "reading left " + names());
        write(file, dice);
        wipe();
        return ended;
    }

    private byte[] damaged(Dice dice) {
        return dice.oneIn(2) ? ByteMutation.of(whole, dice, List.of(whole)) : flipped(dice);
    }

    private byte[] flipped(Dice dice) {
        byte[] bytes = whole.clone();
        for (int i = 1 + dice.below(30); i > 0; i--) {
            bytes[dice.below(bytes.length)] ^= (byte) (1 << dice.below(8));
        }
        return bytes;
    }

    private static String read(Path file, Dice dice) {
        String id = dice.of(HonestRuns.IDS);
        String[] command = dice.of(List.of(
                new String[] {"verify", file.toString()}, new String[] {"list", file.toString(), "--format", "json"},
                new String[] {"replay", file.toString()}, new String[] {"dump", file.toString(), "--format", "jsonl"},
                new String[] {"dump", file.toString()}, new String[] {"dump", file.toString(), id}));
        CommandHere said = CommandHere.run(command);
        Finding.unlessOneOf(said.exit(), READING, said.err().toString());
        if (said.exit() != 0) {
            Finding.unlessLines(String.join("\n", said.err()));
        }
        said.out().forEach(line -> Finding.unless(!Canary.isIn(line), "a payload in " + line));
        return said.exit() == 0 ? "accepted" : "exit_" + said.exit();
    }

    /** What writes: it goes on, or says in its own exception why not. */
    private static void write(Path file, Dice dice) {
        String id = dice.of(HonestRuns.IDS);
        ShortPatience patience = new ShortPatience();
        try (Counterfoil runtime = patience.settings().over(SqliteCheckpointStore.open(file))) {
            patience.stops(runtime);
            switch (dice.below(3)) {
                case 0 -> runtime.openInvocations().forEach(
                        open -> runtime.resume(open, (name, opening, stored) -> Optional.of(RunInMemory.harmless(opening))));
                case 1 -> runtime.run(HonestRuns.invocation(id, DoubtProfile.STRICT, Answer.completed(Canary.VALUE)));
                default -> runtime.cancel(new InvocationId(id), "somebody");
            }
        } catch (JournalException said) {
            Finding.unlessLines(said.getMessage());
        }
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(each -> each.getFileName().toString()).sorted().toList();
        }
    }

    private void wipe() throws IOException {
        for (String name : names()) {
            Files.delete(directory.resolve(name));
        }
    }
}
