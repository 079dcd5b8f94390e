// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.fuzz;

import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.cli.output.ExitStatus;
import dev.counterfoil.cli.spec.ProviderConfiguration;
import dev.counterfoil.cli.spec.SpecReader;
import dev.counterfoil.cli.spec.SpecSource;
import dev.counterfoil.scheduler.runner.Invocation;

/** One spec. Accepted, it runs in a journal in memory, with providers that start nothing. Confined. */
final class SpecSurface implements Surface {
    private static final int RUN_ONE_IN = 8;

    private final Breaking breaking;
    private final SpecReader reader = GoodInput.reader();
    private final RunInMemory memory = new RunInMemory();

    /** How a spec is broken. */
    enum Breaking {
        BYTES,
        MEMBERS
    }

    SpecSurface(Breaking breaking) {
        this.breaking = breaking;
    }

    @Override
    public String name() {
        return breaking == Breaking.BYTES ? "spec_bytes" : "spec_members";
    }

    @Override
    public int share() {
        return breaking == Breaking.BYTES ? 250 : 150;
    }

    @Override
    public String attempt(Dice dice) {
        byte[] good = dice.of(GoodInput.SPECS);
        byte[] broken = breaking == Breaking.BYTES ? ByteMutation.of(good, dice, GoodInput.SPECS) : JsonMutation.of(good, dice);
        Invocation invocation;
        try {
            invocation = reader.read(broken, SpecSource.named("f"), 1);
        } catch (CommandException refused) {
            return refusal(refused, breaking);
        }
        ProviderConfiguration.parse(invocation.configuration().orElseThrow())
                .orElseThrow(() -> new Finding("its configuration does not read back"));
        if (dice.oneIn(RUN_ONE_IN)) {
            memory.run(invocation, dice);
        }
        return "accepted";
    }

    /** What stands before the first colon is where; the names of a spec are shown there, and bytes that were moved may make one. */
    static String refusal(CommandException refused, Breaking breaking) {
        Finding.unless(refused.status() == ExitStatus.USAGE, "status " + refused.status());
        String message = refused.getMessage();
        Finding.unless(message.matches("(?s)[a-z]+:[0-9]+: \\$.*: .+"), "no place in: " + message);
        Finding.unless(!message.contains("\n"), "more than one line: " + message);
        boolean nameMoved = breaking == Breaking.BYTES
                && (message.contains("]: ") || message.contains("unknown member") || message.contains("stands twice"));
        Finding.unlessLines(nameMoved ? message.replaceAll("cnry7(name|value)", "name") : message);
        return "usage";
    }

    @Override
    public void close() {
        memory.close();
    }
}
