// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.cli.output.Console;
import dev.counterfoil.cli.spec.CommandForm;
import dev.counterfoil.cli.spec.RetryBudgets;
import dev.counterfoil.cli.spec.SpecFile;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.scheduler.runner.Invocation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Opens or resumes each invocation of the specs, or runs one command. Confined. */
@Command(name = "run", sortOptions = false,
        description = "Opens or resumes each invocation of the specs, or of one command; a result line each.",
        customSynopsis = {
            "counterfoil run --journal J (--spec FILE|-)... [--parallel N] [--events] [--wait D] [--grace D]"
                    + " [--retry-budget NAME=N]...",
            "counterfoil run --journal J --id ID [OPTION]... -- CMD [ARG]..."
        })
public final class RunCommand implements Callable<Integer> {
    private static final String STDIN = "-";

    private final Console console;

    @Mixin
    private RunOptions options = new RunOptions();

    private final CommandOptions form = new CommandOptions();

    @Option(names = "--spec", paramLabel = "FILE|-",
            description = "A JSON object, or JSON lines. A file is checked whole before anything is run; - is run line by line.")
    private List<String> specs = new ArrayList<>();

    @Option(names = "--retry-budget", paramLabel = "NAME=N",
            description = "A budget of N retries for all invocations of this run whose specs name it.")
    private List<String> budgets = new ArrayList<>();

    @Parameters(arity = "0..*", paramLabel = "CMD", description = "A command and its arguments, after --. It is the request.")
    private List<String> command = new ArrayList<>();

    private RunCommand(Console console) {
        this.console = console;
    }

    /**
     * The command with its options.
     *
     * @param console where it reads and prints
     * @return a line to register as a subcommand
     */
    public static CommandLine line(Console console) {
        RunCommand command = new RunCommand(console);
        CommandLine line = new CommandLine(command).setStopAtPositional(true);
        command.form.addTo(line.getCommandSpec());
        return line;
    }

    @Override
    public Integer call() {
        options.check();
        try (StopSignals signals = StopSignals.listening();
                RunSession session = new RunSession(options, console, signals, settings -> settings.open(options.journal))) {
            if (specs.isEmpty()) {
                runCommand(session);
            } else {
                runSpecs(session, signals);
            }
            return session.finish().code();
        }
    }

    private void runCommand(RunSession session) {
        Map<String, String> given = form.given();
        if (command.isEmpty() || !given.containsKey("id")) {
            throw CommandException.usage("run: give --spec FILE, or --id ID and, after --, a command");
        }
        if (!budgets.isEmpty()) {
            throw CommandException.usage("--retry-budget: goes with --spec, whose members name it; one command has --max-retries");
        }
        form.checkResponseFile(options.journal);
        Optional<Bytes> input = form.input().map(name -> CommandForm.input(name, console.in()));
        Invocation invocation = new CommandForm(given, command, input).read(options.reader());
        session.run(invocation.id(), runtime -> runtime.run(invocation), form::keepResponse);
    }

    private void runSpecs(RunSession session, StopSignals signals) {
        if (!command.isEmpty() || !form.given().isEmpty() || form.isForOne()) {
            throw CommandException.usage("run: --spec stands without a command and without the options of one; give one or the other");
        }
        if (specs.stream().filter(STDIN::equals).count() > 1) {
            throw CommandException.usage("--spec: - stands twice; stdin can be read once");
        }
        SpecFile files = new SpecFile(options.reader(RetryBudgets.of(budgets)));
        List<List<Invocation>> read = specs.stream().map(name -> name.equals(STDIN) ? List.<Invocation>of() : files.read(name)).toList();
        read.stream().flatMap(List::stream).forEach(session::requireMeans);
        MisfitNotice.tell(read, session, console);
        Progress progress = new Progress(console, specs.contains(STDIN) ? 0 : read.stream().mapToInt(List::size).sum());
        for (int i = 0; i < specs.size() && !session.isStopping(); i++) {
            if (specs.get(i).equals(STDIN)) {
                runStdin(session, signals, files);
            } else {
                read.get(i).forEach(invocation -> runOne(session, invocation, progress));
            }
        }
        progress.end();
    }

    private static void runOne(RunSession session, Invocation invocation, Progress progress) {
        if (!session.isStopping()) {
            session.run(invocation.id(), runtime -> runtime.run(invocation), outcome -> progress.step());
        }
    }

    private void runStdin(RunSession session, StopSignals signals, SpecFile files) {
        StdinSpecs stdin = StdinSpecs.reading(files, console.in());
        signals.tell(stdin);
        Optional<StdinSpecs.Item> item = stdin.next();
        if (item.isEmpty() && !session.isStopping()) {
            console.complain("stdin: held no spec, so nothing was run");
        }
        for (; item.isPresent() && !session.isStopping(); item = stdin.next()) {
            item.get().invocation().ifPresent(invocation -> runLine(session, invocation));
            item.get().refusal().ifPresent(refusal -> refused(session, refusal));
        }
    }

    private void runLine(RunSession session, Invocation invocation) {
        try {
            session.requireMeans(invocation);
        } catch (CommandException lacking) {
            refused(session, lacking);
            return;
        }
        session.run(invocation.id(), runtime -> runtime.run(invocation), outcome -> {});
    }

    private void refused(RunSession session, CommandException refusal) {
        console.complainAll(refusal.getMessage());
        session.ended(refusal.status());
    }
}
