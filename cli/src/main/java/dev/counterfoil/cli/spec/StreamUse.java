// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.spec;

import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.scheduler.exec.ExecCommand;
import java.util.Optional;

/**
 * What the programs of a spec find on stdin, and where their stderr goes. Immutable.
 *
 * @param stdin what stands on stdin
 * @param stderr where stderr goes
 * @param input the bytes for stdin, where they are not the request's
 */
record StreamUse(ExecCommand.Stdin stdin, ExecCommand.Stderr stderr, Optional<Bytes> input) {
    /** As the providers of a spec have it. */
    static final StreamUse SPEC = new StreamUse(ExecCommand.Stdin.REQUEST, ExecCommand.Stderr.DROPPED, Optional.empty());

    /** As one command has it that is given without input. */
    static final StreamUse COMMAND = new StreamUse(ExecCommand.Stdin.NOTHING, ExecCommand.Stderr.OURS, Optional.empty());

    /** As one command has it that is given input. */
    static StreamUse commandWith(Bytes input) {
        return new StreamUse(ExecCommand.Stdin.REQUEST, ExecCommand.Stderr.OURS, Optional.of(input));
    }
}
