// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.spec;

import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.cli.output.ExitStatus;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.scheduler.runner.Invocation;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads files of specs whole, and standard input line by line. Confined: it remembers which ids it has seen, in all its files.
 */
public final class SpecFile {
    /** Refusals that are told before only their number is. */
    private static final int TOLD = 20;

    private final SpecReader reader;
    private final Map<InvocationId, String> seen = new LinkedHashMap<>();

    /**
     * Begins without having seen an id.
     *
     * @param reader reads one spec
     */
    public SpecFile(SpecReader reader) {
        this.reader = reader;
    }

    /**
     * Reads a file whole.
     *
     * @param name the file, as it was given
     * @return its invocations, in its order, at least one
     * @throws CommandException where one line is refused (one line of text for each refusal), two have the same id, or the file cannot
     *     be read
     */
    public List<Invocation> read(String name) {
        List<Invocation> invocations = new ArrayList<>();
        List<String> refusals = new ArrayList<>();
        try (InputStream in = new BufferedInputStream(Files.newInputStream(Path.of(name)))) {
            SpecSource source = SpecSource.named(name);
            SpecLines lines = new SpecLines(in);
            for (Optional<SpecLines.Piece> piece = lines.next(); piece.isPresent(); piece = lines.next()) {
                try {
                    invocations.add(distinct(source, piece.get()));
                } catch (CommandException refused) {
                    refusals.add(refused.getMessage());
                }
            }
        } catch (IOException | InvalidPathException unreadable) {
            throw CommandException.usage(name + ": " + reason(unreadable));
        }
        if (!refusals.isEmpty()) {
            throw new CommandException(ExitStatus.USAGE, together(name, refusals));
        }
        if (invocations.isEmpty()) {
            throw CommandException.usage(name + ": holds no spec; write one JSON object, or one a line");
        }
        return invocations;
    }

    private Invocation distinct(SpecSource source, SpecLines.Piece piece) {
        Invocation invocation = reader.read(piece.bytes(), source, piece.line());
        String here = source.name().orElseThrow() + ":" + piece.line();
        String before = seen.putIfAbsent(invocation.id(), here);
        if (before != null) {
            throw source.refuse(piece.line(), "$.id: this id stands at " + before + " too; give each invocation its own");
        }
        return invocation;
    }

    private static List<String> together(String name, List<String> refusals) {
        List<String> told = new ArrayList<>(refusals.subList(0, Math.min(TOLD, refusals.size())));
        if (refusals.size() > TOLD) {
            told.add(name + ": and " + (refusals.size() - TOLD) + " more");
        }
        return told;
    }

    /**
     * Reads specs from a stream, each as it comes. The same id may come again: it is run again, which replays it.
     *
     * @param in the stream, buffered
     * @param each is given each invocation; when it returns the next is read
     * @param refused is given each refusal; the line is skipped
     * @throws CommandException where the stream cannot be read
     */
    public void stream(InputStream in, Consumer<Invocation> each, Consumer<CommandException> refused) {
        SpecLines lines = new SpecLines(in);
        try {
            for (Optional<SpecLines.Piece> piece = lines.next(); piece.isPresent(); piece = lines.next()) {
                Invocation invocation;
                try {
                    invocation = reader.read(piece.get().bytes(), SpecSource.STDIN, piece.get().line());
                } catch (CommandException wrong) {
                    refused.accept(wrong);
                    continue;
                }
                each.accept(invocation);
            }
        } catch (IOException unreadable) {
            throw CommandException.usage("stdin: " + reason(unreadable));
        }
    }

    /**
     * Why a file cannot be read, in words.
     *
     * @param unreadable what was thrown
     * @return what is wrong and what to do
     */
    public static String reason(Exception unreadable) {
        if (unreadable instanceof NoSuchFileException) {
            return "no such file; check the path";
        }
        if (unreadable instanceof AccessDeniedException) {
            return "may not be read; check its permissions";
        }
        if (unreadable instanceof InvalidPathException) {
            return "is no path";
        }
        return "cannot be read: " + unreadable.getMessage();
    }
}
