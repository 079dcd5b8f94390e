// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.answer.Answer;
import dev.counterfoil.cli.batch.ByteLines;
import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.cli.output.Console;
import dev.counterfoil.cli.output.ExitStatus;
import dev.counterfoil.cli.output.JsonLine;
import dev.counterfoil.cli.question.Question;
import dev.counterfoil.cli.question.QuestionException;
import dev.counterfoil.cli.spec.SpecFile;
import dev.counterfoil.journal.canonical.JsonFault;
import dev.counterfoil.journal.canonical.JsonTree;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * One question, or a question a line. With {@code --lines} every line is answered with one line, in order: a bad one with
 * {@code {"error","path"}}, and the next follows. Nothing is opened but the input. Confined.
 */
final class Asking {
    private static final String STDIN = "-";

    @Parameters(index = "0", arity = "0..1", paramLabel = "FILE|-", defaultValue = STDIN,
            description = "The question, a JSON object; stdin where it is - or left out.")
    private String from = STDIN;

    @Option(names = "--lines", description = "A question a line; each is answered with a line of JSON.")
    private boolean lines;

    @Option(names = "--format", paramLabel = "F", description = "text (default) or json; with --lines always json.")
    private Optional<String> format = Optional.empty();

    /** Answers what is asked. */
    ExitStatus answer(Console console, Function<JsonTree, Answer> answering) {
        Format printed = Format.of(format.orElse(lines ? "json" : "text"), Format.TEXT, Format.JSON);
        if (lines && printed == Format.TEXT) {
            throw CommandException.usage("--format: --lines answers in json only");
        }
        try (InputStream in = new BufferedInputStream(from.equals(STDIN) ? console.in() : Files.newInputStream(Path.of(from)))) {
            return lines ? each(console, in, answering) : one(console, in, answering, printed);
        } catch (IOException | InvalidPathException unreadable) {
            throw CommandException.usage(source() + ": " + SpecFile.reason(unreadable));
        }
    }

    private String source() {
        return from.equals(STDIN) ? "stdin" : from;
    }

    private ExitStatus one(Console console, InputStream in, Function<JsonTree, Answer> answering, Format printed) throws IOException {
        Answer answer;
        try {
            answer = answering.apply(Question.json(in.readNBytes(Question.BYTES + 1)));
        } catch (QuestionException refused) {
            throw CommandException.usage(source() + ":" + refused.line() + ": " + refused.getMessage());
        }
        console.line(printed == Format.JSON ? answer.json() : answer.text().get());
        return Terminal.written(console);
    }

    private static ExitStatus each(Console console, InputStream in, Function<JsonTree, Answer> answering) throws IOException {
        ByteLines pieces = new ByteLines(in, Question.BYTES);
        ExitStatus status = ExitStatus.DONE;
        int number = 0;
        for (Optional<ByteLines.Piece> line = pieces.next(); line.isPresent() && !console.isOutputLost(); line = pieces.next()) {
            number++;
            try {
                console.line(answer(line.get(), answering));
            } catch (RuntimeException | StackOverflowError failure) {
                console.line(error("unexpected_failure", "$"));
                console.complainAll("line " + number + ": " + Failures.of(failure).getMessage());
                status = ExitStatus.UNEXPECTED;
            }
        }
        return status.and(Terminal.written(console));
    }

    private static String answer(ByteLines.Piece line, Function<JsonTree, Answer> answering) {
        if (line.ending() == ByteLines.Ending.TOO_LONG) {
            return error(JsonFault.TOO_LARGE.code(), "$");
        }
        try {
            return answering.apply(Question.json(line.bytes())).json();
        } catch (QuestionException refused) {
            return error(refused.code(), refused.path());
        }
    }

    private static String error(String code, String path) {
        return new JsonLine().put("error", code).put("path", path).toString();
    }
}
