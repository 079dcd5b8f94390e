// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.exec;

import dev.counterfoil.journal.record.FailureCategory;
import dev.counterfoil.journal.record.OutcomeReason;
import dev.counterfoil.scheduler.dispatch.Answer;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Why a process could not be started, read off what the JVM says of it. Immutable.
 *
 * <p>The JVM learns the error number of a fork that failed and of an exec that failed, and tells it in its message only. Both come
 * before the program's first instruction. Whatever is not surely one of them is uncertain.
 *
 * @param errno the system's error number, where the message has one
 */
record StartFailure(Optional<Integer> errno) {
    /** {@code error=2, No such file} of JDK 17, {@code Exec failed, error: 2 (No such file)} of later ones. */
    private static final Pattern SPELLING =
            Pattern.compile("(?:error=(\\d{1,4}), .*|(?:\\w+ )?[\\w-]+ failed, error: (\\d{1,4}) .*)", Pattern.DOTALL);

    /** ENOENT, ENOTDIR, ENAMETOOLONG. */
    private static final Set<Integer> MISSING = Set.of(2, 20, 36);
    /** EPERM, E2BIG, ENOEXEC, EACCES, EISDIR, EINVAL, ELOOP, ELIBBAD. */
    private static final Set<Integer> NOT_EXECUTABLE = Set.of(1, 7, 8, 13, 21, 22, 40, 80);
    /** EAGAIN, ENOMEM, ENFILE, EMFILE, ETXTBSY: no room, or the file is being written. */
    private static final Set<Integer> PASSING = Set.of(11, 12, 23, 24, 26);

    /**
     * Reads a failure.
     *
     * @param failure what {@link ProcessBuilder#start()} threw; its cause has the system's words, without the program's name
     * @return the failure
     */
    static StartFailure of(IOException failure) {
        String text = failure.getCause() == null ? "" : String.valueOf(failure.getCause().getMessage());
        Matcher matcher = SPELLING.matcher(text);
        return new StartFailure(matcher.matches()
                ? Optional.of(Integer.valueOf(matcher.group(1) == null ? matcher.group(2) : matcher.group(1)))
                : Optional.empty());
    }

    /**
     * What it means for the attempt.
     *
     * @param program the file that was to be started. A script that is there but whose interpreter is not is reported as missing
     * @return not dispatched, or uncertain
     */
    Answer answer(ProgramFile program) {
        if (errno.filter(MISSING::contains).isPresent()) {
            return Answer.notDispatched(
                    program.file().isPresent() ? OutcomeReason.COMMAND_NOT_EXECUTABLE : OutcomeReason.COMMAND_MISSING);
        }
        if (errno.filter(NOT_EXECUTABLE::contains).isPresent()) {
            return Answer.notDispatched(OutcomeReason.COMMAND_NOT_EXECUTABLE);
        }
        if (errno.filter(PASSING::contains).isPresent()) {
            return Answer.notDispatched(OutcomeReason.EXCEPTION).category(FailureCategory.CAPACITY_EXCEEDED);
        }
        return Answer.uncertain().because(OutcomeReason.EXCEPTION);
    }
}
