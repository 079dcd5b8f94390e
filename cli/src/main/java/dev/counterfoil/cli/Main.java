// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli;

import dev.counterfoil.cli.command.BackupCommand;
import dev.counterfoil.cli.command.BenchCommand;
import dev.counterfoil.cli.command.CancelCommand;
import dev.counterfoil.cli.command.DecideCommand;
import dev.counterfoil.cli.command.DumpCommand;
import dev.counterfoil.cli.command.ExperimentCommand;
import dev.counterfoil.cli.command.Failures;
import dev.counterfoil.cli.command.ListCommand;
import dev.counterfoil.cli.command.PlanCommand;
import dev.counterfoil.cli.command.PruneCommand;
import dev.counterfoil.cli.command.ReceiverCommand;
import dev.counterfoil.cli.command.ReconcileCommand;
import dev.counterfoil.cli.command.RecoverCommand;
import dev.counterfoil.cli.command.ReplayCommand;
import dev.counterfoil.cli.command.RestoreCommand;
import dev.counterfoil.cli.command.RunCommand;
import dev.counterfoil.cli.command.SimulateCommand;
import dev.counterfoil.cli.command.Terminal;
import dev.counterfoil.cli.command.VerifyCommand;
import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.cli.output.Console;
import dev.counterfoil.cli.output.ExitStatus;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.module.ModuleDescriptor;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Option;

/** The command line's entry: finds the command, turns what it throws into one line and an exit status. Confined. */
@Command(name = "counterfoil", description = "Runs what costs money or changes the world, and keeps the counterfoil.",
        synopsisSubcommandLabel = "COMMAND", exitCodeListHeading = "%nExit status:%n", commandListHeading = "%nCommands:%n")
public final class Main {
    /** The commands, in the order in which help lists them. */
    private static final Map<String, Function<Console, CommandLine>> COMMANDS = commands();

    @Option(names = "--version", description = "Print the versions of program and formats.")
    private boolean version;

    private Main() {}

    private static Map<String, Function<Console, CommandLine>> commands() {
        Map<String, Function<Console, CommandLine>> commands = new LinkedHashMap<>();
        commands.put("run", RunCommand::line);
        commands.put("recover", RecoverCommand::line);
        commands.put("list", ListCommand::line);
        commands.put("cancel", CancelCommand::line);
        commands.put("dump", DumpCommand::line);
        commands.put("replay", ReplayCommand::line);
        commands.put("verify", VerifyCommand::line);
        commands.put("reconcile", ReconcileCommand::line);
        commands.put("backup", BackupCommand::line);
        commands.put("restore", RestoreCommand::line);
        commands.put("prune", PruneCommand::line);
        commands.put("plan", PlanCommand::line);
        commands.put("decide", DecideCommand::line);
        commands.put("simulate", SimulateCommand::line);
        commands.put("experiment", ExperimentCommand::line);
        commands.put("receiver", ReceiverCommand::line);
        commands.put("bench", BenchCommand::line);
        return commands;
    }

    /**
     * Runs a command and exits with its status.
     *
     * @param arguments the command and its arguments
     */
    public static void main(String[] arguments) {
        Console console = Terminal.standard();
        try {
            if (!asksForVersion(arguments)) {
                LibraryLog.shape();
            }
        } catch (Error failure) {
            System.exit(told(failure, console));
        }
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> console.complain(
                "counterfoil: the thread " + thread.getName() + " ended, " + Failures.of(failure).getMessage()));
        System.exit(run(arguments, console));
    }

    /**
     * Runs a command.
     *
     * @param arguments the command and its arguments
     * @param console where it reads and prints
     * @return the exit status
     */
    static int run(String[] arguments, Console console) {
        try {
            return asksForVersion(arguments) ? printVersions(console) : parsed(arguments, console);
        } catch (Error failure) {
            // The library that parses hands on exceptions only: an error would end the JVM by a stack trace, or not at all.
            return told(failure, console);
        }
    }

    private static int told(Error failure, Console console) {
        CommandException known = Failures.of(failure);
        console.complainAll(known.getMessage());
        return known.status().code();
    }

    /** Asked for by scripts before anything else, it is answered without looking at what the commands take. */
    private static boolean asksForVersion(String[] arguments) {
        return arguments.length == 1 && arguments[0].equals("--version");
    }

    private static int parsed(String[] arguments, Console console) {
        StringWriter help = new StringWriter();
        CommandLine line = line(wanted(arguments), console).setOut(new PrintWriter(help));
        int status = line.execute(arguments);
        if (!help.toString().isEmpty()) {
            console.line(help.toString().stripTrailing());
            return status == ExitStatus.DONE.code() ? Terminal.written(console).code() : status;
        }
        return status;
    }

    /** The command that comes first, which then needs none of the others; all of them where none does. */
    private static Map<String, Function<Console, CommandLine>> wanted(String[] arguments) {
        return arguments.length > 0 && COMMANDS.containsKey(arguments[0])
                ? Map.of(arguments[0], COMMANDS.get(arguments[0])) : COMMANDS;
    }

    /** All commands, with those below them. */
    static CommandLine whole(Console console) {
        return line(COMMANDS, console);
    }

    private static CommandLine line(Map<String, Function<Console, CommandLine>> commands, Console console) {
        Main main = new Main();
        CommandLine line = new CommandLine(main);
        commands.forEach((name, command) -> line.addSubcommand(name, command.apply(console)));
        line.addSubcommand("help", new CommandLine.HelpCommand());
        line.setExecutionStrategy(parsed -> parsed.unmatched().isEmpty() ? main.execute(parsed, console) : unknown(parsed));
        Map<String, String> meanings = new LinkedHashMap<>();
        Arrays.stream(ExitStatus.values()).forEach(status -> meanings.put(Integer.toString(status.code()), status.meaning()));
        adapt(line, meanings);
        return line.registerConverter(Path.class, Main::path)
                .setExpandAtFiles(false)
                .setColorScheme(Help.defaultColorScheme(console.isOutputTerminal() ? Help.Ansi.ON : Help.Ansi.OFF))
                .setParameterExceptionHandler((wrong, given) -> misused(wrong, console))
                .setExecutionExceptionHandler((failure, command, parsed) -> failed(failure, command, console));
    }

    private int execute(CommandLine.ParseResult parsed, Console console) {
        return isBare(parsed) ? bare(parsed.commandSpec().commandLine(), console) : new CommandLine.RunLast().execute(parsed);
    }

    /** Beside an option for help the library takes any word. */
    private static int unknown(CommandLine.ParseResult parsed) {
        throw new CommandLine.UnmatchedArgumentException(parsed.commandSpec().commandLine(), parsed.unmatched());
    }

    private static Path path(String given) {
        if (given.isEmpty()) {
            throw new CommandLine.TypeConversionException("a path is not empty");
        }
        try {
            return Path.of(given);
        } catch (InvalidPathException no) {
            throw new CommandLine.TypeConversionException("no path can be spelled so");
        }
    }

    /** What every command has: help of its own, and the list of exit statuses in it. */
    private static void adapt(CommandLine line, Map<String, String> meanings) {
        line.getCommandSpec().usageMessage().exitCodeListHeading("%nExit status:%n").exitCodeList(meanings).width(110);
        if (line.getCommandSpec().findOption("--help") == null && !line.getCommandName().equals("help")) {
            line.getCommandSpec().addOption(CommandLine.Model.OptionSpec.builder("--help", "-h").usageHelp(true).type(boolean.class)
                    .description("Show this help.").build());
        }
        line.getSubcommands().values().forEach(command -> adapt(command, meanings));
    }

    private boolean isBare(CommandLine.ParseResult parsed) {
        return !parsed.hasSubcommand() && !parsed.isUsageHelpRequested();
    }

    private int bare(CommandLine line, Console console) {
        if (version) {
            return printVersions(console);
        }
        console.complainAll(line.getUsageMessage().stripTrailing());
        return ExitStatus.USAGE.code();
    }

    private static int printVersions(Console console) {
        console.line(versions());
        return Terminal.written(console).code();
    }

    private static String versions() {
        String program = Optional.ofNullable(Main.class.getPackage().getImplementationVersion())
                .or(() -> Optional.ofNullable(Main.class.getModule().getDescriptor()).flatMap(ModuleDescriptor::rawVersion))
                .orElse("(not from a jar)");
        return String.join("\n",
                "counterfoil " + program,
                "records counterfoil.record.v1, bindings counterfoil.binding.v1, configurations counterfoil.configuration.v1",
                "Java " + Runtime.version());
    }

    private static int misused(CommandLine.ParameterException wrong, Console console) {
        String name = wrong.getCommandLine().getCommandSpec().qualifiedName();
        console.complain(name + ": " + inWords(reason(wrong)) + "; see: " + name + " --help");
        return ExitStatus.USAGE.code();
    }

    /** Arguments that nobody expected may be a command with its secrets: none is shown but a command or an option. */
    private static String reason(CommandLine.ParameterException wrong) {
        if (!(wrong instanceof CommandLine.UnmatchedArgumentException unmatched)) {
            return wrong.getMessage();
        }
        List<String> left = unmatched.getUnmatched();
        String first = left.get(0);
        String more = left.size() == 1 ? "" : ", and " + (left.size() - 1) + " after it";
        if (first.startsWith("-")) {
            return "Unknown option: '" + first.split("=", 2)[0] + "'" + more;
        }
        CommandLine command = wrong.getCommandLine();
        if (!command.getSubcommands().isEmpty() && command.getCommandSpec().positionalParameters().isEmpty()) {
            return "Unknown command: '" + first + "'" + more;
        }
        return left.size() == 1 ? "An argument too much; it is not shown" : left.size() + " arguments too many; they are not shown";
    }

    /** One line, without the words of the language we are written in. */
    private static String inWords(String message) {
        return message.replaceAll("\\s*\\R\\s*", "; ").replaceAll("is not an? (int|long)\\b", "is not a whole number, or too great")
                .replaceFirst("^Unknown subcommand ('.*')\\.$", "Unknown command: $1");
    }

    private static int failed(Exception failure, CommandLine command, Console console) {
        CommandException known = Failures.of(failure);
        console.complainAll(named(known, command.getCommandSpec()));
        return known.status().code();
    }

    /** A mistake in how a command is used is told of the command; one in its input, of the input. */
    private static String named(CommandException known, CommandLine.Model.CommandSpec command) {
        String message = known.getMessage();
        if (known.status() != ExitStatus.USAGE) {
            return message;
        }
        if (message.startsWith(command.name() + ": ")) {
            return "counterfoil " + message;
        }
        return message.startsWith("-") ? command.qualifiedName() + ": " + message : message;
    }
}
