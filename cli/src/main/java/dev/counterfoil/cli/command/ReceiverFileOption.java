// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.receiver.Receiver;
import dev.counterfoil.receiver.ReceiverSettings;
import dev.counterfoil.receiver.operation.OperationScope;
import dev.counterfoil.receiver.sqlite.ReceiverFile;
import dev.counterfoil.scheduler.time.SystemTime;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** The option that every command of the receiver has, and how names in options are read. Confined. */
final class ReceiverFileOption {
    private static final char BROKEN = '\ufffd';

    @Option(names = "--db", required = true, paramLabel = "F", description = "The receiver's file.")
    private Path file = Path.of("");

    Path file() {
        return file;
    }

    /** Asks a receiver whose file is there. */
    <T> T asked(Function<Receiver, T> question) {
        return asked(ReceiverSettings.STAND_ALONE, question);
    }

    /** The same, with settings. */
    <T> T asked(ReceiverSettings settings, Function<Receiver, T> question) {
        try (ReceiverFile open = ReceiverFile.existing(file)) {
            return question.apply(Receiver.on(open.dataSource(), settings, SystemTime.wall()));
        }
    }

    /** Asks a receiver whose file is there, and leaves the file as it is. */
    <T> T seen(Function<Receiver, T> question) {
        return ReceiverFile.asked(file,
                source -> question.apply(Receiver.on(source, ReceiverSettings.STAND_ALONE, SystemTime.wall())));
    }

    /** The scope that an option names. */
    static OperationScope scope(String scope) {
        return read("--scope", () -> new OperationScope(whole("--scope", scope)));
    }

    /**
     * A name as it was given. The JVM reads each argument's bytes that are no text as the same character, which would make one operation
     * of two.
     */
    static String whole(String option, String name) {
        if (name.indexOf(BROKEN) >= 0) {
            throw CommandException.usage(option + ": holds bytes that are no UTF-8, or U+FFFD, which cannot be told from them here");
        }
        return name;
    }

    /** A value that an option gives, or the refusal of what is none. */
    static <T> T read(String option, Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException wrong) {
            throw CommandException.usage(option + ": " + wrong.getMessage().replaceFirst("^[a-z-]+: ", ""));
        }
    }
}
