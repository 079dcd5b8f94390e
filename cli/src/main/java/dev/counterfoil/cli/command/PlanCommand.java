// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.batch.ByteLines;
import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.cli.output.Console;
import dev.counterfoil.cli.output.ExitStatus;
import dev.counterfoil.cli.plan.PlanAnswer;
import dev.counterfoil.cli.plan.PlanLine;
import dev.counterfoil.cli.plan.PlanPage;
import dev.counterfoil.cli.plan.PlanRefusedException;
import dev.counterfoil.cli.plan.PlanRequest;
import dev.counterfoil.cli.plan.PlanText;
import dev.counterfoil.cli.spec.Durations;
import dev.counterfoil.cli.spec.RetryBudgets;
import dev.counterfoil.cli.spec.SpecFile;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.scheduler.plan.Fits;
import dev.counterfoil.scheduler.plan.Timeline;
import dev.counterfoil.scheduler.time.SystemTime;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says of a policy, before it runs, how long it may take, and whether that fits. Calls nobody and writes nothing. Confined. */
@Command(name = "plan", sortOptions = false,
        description = "Says before a retry policy runs how long it may take, how many attempts and retries it may make, and whether its"
                + " deadlines and shared budgets allow that; 3 when it does not fit. Calls nobody and writes nothing.%n"
                + "FILE holds a policy, or {\"policy\": …, \"options\": {\"retryBudgets\": […], \"now\": …}}.")
public final class PlanCommand implements Callable<Integer> {
    private static final String STDIN = "-";

    private final Console console;

    @Parameters(index = "0", arity = "0..1", paramLabel = "FILE", description = "What is to be planned; - (default) reads stdin.")
    private String file = STDIN;

    @Option(names = "--lines", description = "One request a line, one answer a line: its plan, or {\"error\": CODE, \"path\": PATH}; ends"
            + " with 0 when every line was answered.")
    private boolean lines;

    @Option(names = "--format", paramLabel = "F", description = "text (default), json, or html, a page with the timeline drawn.")
    private Optional<String> format = Optional.empty();

    @Option(names = "--allow-maybe", description = "End with 0 also where a limit cuts the policy at worst.")
    private boolean maybeAllowed;

    @Option(names = "--spec", paramLabel = "FILE|-",
            description = "Plan the invocations of a spec, as a run of them would go on at worst; - reads them line by line from stdin.")
    private Optional<String> spec = Optional.empty();

    @Option(names = "--journal", paramLabel = "J", description = "Plan what is left of the invocation ID, which stands in place of FILE:"
            + " plan --journal J ID.")
    private Optional<Path> journal = Optional.empty();

    @Option(names = "--retry-budget", paramLabel = "NAME=N",
            description = "With --spec: a budget of N retries that its invocations share. With --journal: the one that pays for ID.")
    private List<String> budgets = new ArrayList<>();

    @Option(names = "--retry-after", paramLabel = "DURATION",
            description = "With --spec or --journal: as if each provider that fails asked for so long a wait before it is tried again"
                    + " (Retry-After). Without it no such wait is planned.")
    private Optional<String> hint = Optional.empty();

    private PlanCommand(Console console) {
        this.console = console;
    }

    /**
     * The command with its options.
     *
     * @param console where it reads and prints
     * @return a line to register as a subcommand
     */
    public static CommandLine line(Console console) {
        return new CommandLine(new PlanCommand(console));
    }

    @Override
    public Integer call() {
        Format printed = Format.of(format.orElse(lines ? "json" : "text"), Format.TEXT, Format.JSON, Format.HTML);
        if (lines && printed != Format.JSON) {
            throw CommandException.usage("--format: the answers of --lines are json");
        }
        if (lines && maybeAllowed) {
            throw CommandException.usage("--allow-maybe: not with --lines, which judges nothing");
        }
        RetryBudgets shared = RetryBudgets.of(budgets);
        if (spec.isPresent() || journal.isPresent()) {
            return forecasts(printed, shared).code();
        }
        if (!shared.isEmpty()) {
            throw CommandException.usage("--retry-budget: goes with --spec or --journal; a policy has options.retryBudgets");
        }
        if (hint.isPresent()) {
            throw CommandException.usage("--retry-after: goes with --spec or --journal; a retry has retryAfterMax");
        }
        String name = file.equals(STDIN) ? "stdin" : file;
        try (InputStream in = file.equals(STDIN) ? console.in() : Files.newInputStream(Path.of(file))) {
            return (lines ? answerAll(in) : answer(in.readNBytes(Bounds.SPEC_LINE_BYTES + 1), name, printed)).code();
        } catch (IOException | InvalidPathException unreadable) {
            throw CommandException.usage(name + ": " + SpecFile.reason(unreadable));
        }
    }

    private ExitStatus forecasts(Format printed, RetryBudgets shared) {
        if (lines || spec.isPresent() && journal.isPresent() || spec.isPresent() != file.equals(STDIN)) {
            throw CommandException.usage("plan: give --spec FILE, or --journal J and ID, alone");
        }
        if (journal.isPresent() && shared.all().size() > 1) {
            throw CommandException.usage("--retry-budget: one invocation is paid by one budget; give it once with --journal");
        }
        ForecastPlanning planning = new ForecastPlanning(console, printed, maybeAllowed ? Fits.MAYBE : Fits.ALWAYS, shared,
                hintMillis());
        spec.ifPresent(planning::specs);
        journal.ifPresent(path -> planning.journal(path, file));
        return planning.status().and(Terminal.written(console));
    }

    private long hintMillis() {
        try {
            return hint.map(Durations::parse).map(Duration::toMillis).orElse(0L);
        } catch (IllegalArgumentException wrong) {
            throw CommandException.usage("--retry-after: " + wrong.getMessage());
        }
    }

    private ExitStatus answerAll(InputStream in) throws IOException {
        ByteLines requests = new ByteLines(in, Bounds.SPEC_LINE_BYTES + 1);
        int number = 0;
        for (Optional<ByteLines.Piece> line = requests.next(); line.isPresent() && !console.isOutputLost(); line = requests.next()) {
            console.line(answer(line.get().bytes(), ++number));
        }
        return Terminal.written(console);
    }

    private static String answer(byte[] request, int number) {
        try {
            return PlanRequest.read(request, number, now()).answer();
        } catch (PlanRefusedException refused) {
            return PlanLine.of(refused);
        }
    }

    private ExitStatus answer(byte[] bytes, String name, Format printed) {
        PlanAnswer answer;
        try {
            PlanRequest request = PlanRequest.readAlone(bytes, now());
            answer = request.alone();
            console.line(switch (printed) {
                case HTML -> PlanPage.of(answer, Timeline.of(request.policy(), PlanPage.ROWS));
                case JSON -> PlanRequest.line(answer);
                default -> PlanText.of(console, answer, Timeline.of(request.policy(), PlanText.ROWS));
            });
        } catch (PlanRefusedException refused) {
            throw CommandException.usage(name + ":" + refused.line() + ": " + refused.getMessage());
        }
        ExitStatus written = Terminal.written(console);
        Fits fits = answer.verdict();
        if (fits == Fits.ALWAYS || fits == Fits.MAYBE && maybeAllowed) {
            return written;
        }
        console.complain(name + ": " + (fits == Fits.NO ? "the policy does not fit" : "the policy may not fit: a limit cuts it at worst")
                + "; see its warnings" + (fits == Fits.NO ? "" : ", or say --allow-maybe"));
        return ExitStatus.STOPPED.and(written);
    }

    private static long now() {
        return SystemTime.wall().instant().toEpochMilli();
    }
}
