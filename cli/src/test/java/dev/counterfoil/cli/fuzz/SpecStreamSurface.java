// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.fuzz;

import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.cli.spec.SpecFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Lines of specs as they come from standard input, good and broken ones. Confined. */
final class SpecStreamSurface implements Surface {
    private static final int LINES = 5;

    @Override
    public String name() {
        return "spec_lines";
    }

    @Override
    public int share() {
        return 50;
    }

    @Override
    public String attempt(Dice dice) {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        for (int i = 1 + dice.below(LINES); i > 0; i--) {
            byte[] good = dice.of(GoodInput.SPECS);
            byte[] line = dice.oneIn(2) ? good : dice.oneIn(2) ? JsonMutation.of(good, dice) : ByteMutation.of(good, dice, GoodInput.SPECS);
            lines.writeBytes(dice.oneIn(3) ? line : oneLine(line));
            lines.writeBytes((dice.oneIn(10) ? "\r\n" : dice.oneIn(10) ? " " : "\n").getBytes(StandardCharsets.UTF_8));
        }
        List<CommandException> refused = new ArrayList<>();
        int[] accepted = new int[1];
        new SpecFile(GoodInput.reader()).stream(
                new ByteArrayInputStream(lines.toByteArray()), invocation -> accepted[0]++, refused::add);
        refused.forEach(each -> SpecSurface.refusal(each, SpecSurface.Breaking.BYTES));
        return refused.isEmpty() ? "accepted" : accepted[0] > 0 ? "usage_of_some" : "usage";
    }

    private static byte[] oneLine(byte[] text) {
        byte[] line = text.clone();
        for (int i = 0; i < line.length; i++) {
            line[i] = line[i] == '\n' ? (byte) ' ' : line[i];
        }
        return line;
    }
}
