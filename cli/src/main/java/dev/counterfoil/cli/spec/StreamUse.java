// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.spec;

import dev.counterfoil.journal.record.Bytes;
import java.util.Optional;

/**
 * What the programs of a spec find on stdin, and where their stderr goes. Immutable.
 *
 * @param input what stands on stdin
 * @param errors where stderr goes
 * @param stored the bytes for stdin, where they are not the request's
 */
record StreamUse(ProviderCommand.Input input, ProviderCommand.Errors errors, Optional<Bytes> stored) {
    /** As the providers of a spec have it. */
    static final StreamUse SPEC = new StreamUse(ProviderCommand.Input.REQUEST, ProviderCommand.Errors.DROPPED, Optional.empty());

    /** As one command has it that is given without input. */
    static final StreamUse COMMAND = new StreamUse(ProviderCommand.Input.EMPTY, ProviderCommand.Errors.SHOWN, Optional.empty());

    /** As one command has it that is given input. */
    static StreamUse commandWith(Bytes stored) {
        return new StreamUse(ProviderCommand.Input.STORED, ProviderCommand.Errors.SHOWN, Optional.of(stored));
    }
}
