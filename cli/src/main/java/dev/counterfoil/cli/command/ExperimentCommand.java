// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.answer.ExperimentAnswer;
import dev.counterfoil.cli.answer.ExperimentTables;
import dev.counterfoil.cli.answer.TreeText;
import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.cli.output.Console;
import dev.counterfoil.cli.output.ExitStatus;
import dev.counterfoil.cli.spec.SpecFile;
import dev.counterfoil.fixtures.experiment.Experiment;
import dev.counterfoil.journal.canonical.JsonTree;
import dev.counterfoil.journal.canonical.StrictJson;
import dev.counterfoil.journal.canonical.StrictJsonException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The whole experiment: scenarios on the logical clock, and a real commit behind which a real process is killed. What was saved is only
 * read; what is written goes elsewhere. Confined.
 */
@Command(name = "experiment", sortOptions = false,
        description = "Does the whole experiment, in a directory of its own that it removes; checks or writes its artifact.")
public final class ExperimentCommand implements Callable<Integer> {
    private final Console console;

    @Option(names = "--check", paramLabel = "FILE", description = "Compares everything with a saved artifact; any difference ends with 3.")
    private Optional<Path> saved = Optional.empty();

    @Option(names = "--output", paramLabel = "FILE", description = "Writes the artifact, over what stands there.")
    private Optional<Path> output = Optional.empty();

    @Option(names = "--format", paramLabel = "F", defaultValue = "text", description = "text (default) or json.")
    private String format = "text";

    private ExperimentCommand(Console console) {
        this.console = console;
    }

    /**
     * The command with its options.
     *
     * @param console where it prints
     * @return a line to register as a subcommand
     */
    public static CommandLine line(Console console) {
        return new CommandLine(new ExperimentCommand(console));
    }

    @Override
    public Integer call() {
        Format printed = Format.of(format, Format.TEXT, Format.JSON);
        requireTwoFiles();
        Optional<JsonTree> before = saved.map(ExperimentCommand::read);
        JsonTree made = made();
        output.ifPresent(file -> write(file, made));
        before.flatMap(artifact -> ExperimentAnswer.difference(made, artifact)).ifPresent(difference -> {
            throw new CommandException(ExitStatus.STOPPED, saved.orElseThrow() + ": " + difference
                    + "; it was left as it is, a reviewed change is written with --output");
        });
        console.line(printed == Format.JSON ? TreeText.compact(made) : text(made));
        return Terminal.written(console).code();
    }

    private void requireTwoFiles() {
        try {
            if (saved.isPresent() && output.isPresent() && (saved.equals(output)
                    || Files.exists(output.get()) && Files.exists(saved.get()) && Files.isSameFile(saved.get(), output.get()))) {
                throw CommandException.usage("--output: is the file of --check, and a check never writes over what it checks");
            }
        } catch (IOException e) {
            throw CommandException.usage("--output: " + SpecFile.reason(e));
        }
    }

    private static JsonTree read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return StrictJson.read(in.readNBytes(ExperimentAnswer.BYTES + 1), ExperimentAnswer.BYTES);
        } catch (IOException e) {
            throw CommandException.usage(file + ": " + SpecFile.reason(e));
        } catch (StrictJsonException broken) {
            throw CommandException.usage(file + ": " + broken.getMessage() + "; it is no artifact of this experiment");
        }
    }

    private static JsonTree made() {
        try {
            Path directory = Files.createTempDirectory("counterfoil-experiment-");
            try {
                return ExperimentAnswer.of(Experiment.in(directory));
            } finally {
                remove(directory);
            }
        } catch (IOException e) {
            throw new CommandException(ExitStatus.UNAVAILABLE, "the directory for temporary files: " + SpecFile.reason(e));
        } catch (IllegalStateException undone) {
            throw new CommandException(ExitStatus.UNEXPECTED, "the experiment could not be done: " + undone.getMessage());
        }
    }

    private static void remove(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }

    private static void write(Path file, JsonTree made) {
        try {
            Files.write(file, TreeText.indented(made).getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw CommandException.usage(file + ": cannot be written: " + e.getMessage());
        }
    }

    private static String text(JsonTree made) {
        return ExperimentTables.aligned(ExperimentTables.scenarios(made)) + "\n\n"
                + ExperimentTables.aligned(ExperimentTables.persistence(made));
    }
}
