// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.exec;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The file that a command's first word leads to, and whether this machine can start it. Immutable.
 *
 * <p>The JVM hands every file whose format the kernel refuses to {@code /bin/sh}, as {@code execvp} does. For a text that is what its
 * author wants; a binary for another machine, a cut one or an empty file must not pass for a program that ran and failed, or worked.
 * Programs that a registered interpreter would start (binfmt_misc) are refused too: name the interpreter in the command.
 *
 * @param file the file, where there is one
 */
record ProgramFile(Optional<Path> file) {
    private static final Path OURSELVES = Path.of("/proc/self/exe");
    private static final String PATH_WHERE_NONE_IS_SET = "/bin:/usr/bin";
    private static final int HEAD = 256;
    private static final int ELF_HEADER = 52;
    private static final int ELF_MACHINE = 18;
    private static final int I386 = 3;
    private static final int ARM = 40;
    private static final int X86_64 = 62;
    private static final int AARCH64 = 183;

    /**
     * Looks the file up as the kernel will.
     *
     * @param program a command's first word
     * @param searchPath the PATH, where it is set
     * @return the file, or nothing
     */
    static ProgramFile of(String program, Optional<String> searchPath) {
        Stream<String> candidates = program.indexOf('/') >= 0
                ? Stream.of(program)
                : Stream.of(searchPath.orElse(PATH_WHERE_NONE_IS_SET).split(":", -1))
                        .map(folder -> (folder.isEmpty() ? "." : folder) + "/" + program);
        return new ProgramFile(candidates.flatMap(candidate -> path(candidate).stream())
                .filter(path -> Files.isRegularFile(path) && Files.isExecutable(path))
                .findFirst());
    }

    /**
     * Whether it is sure not to be a program of this machine.
     *
     * @return false where there is no file, or nothing is known of it
     */
    boolean isForeign() {
        return file.isPresent() && isForeign(head(file.get()), head(OURSELVES));
    }

    /**
     * Compares a file's first bytes with those of a program that does run here.
     *
     * @param head the first bytes of the file, empty where they could not be read
     * @param ours the first bytes of our own program
     * @return true where the file is empty, binary but no ELF, cut, or for another machine
     */
    static boolean isForeign(Optional<byte[]> head, Optional<byte[]> ours) {
        if (head.isEmpty() || ours.isEmpty() || !isElf(ours.get())) {
            return false;
        }
        byte[] bytes = head.get();
        if (isElf(bytes)) {
            return bytes.length < ELF_HEADER || !runsOn(machine(bytes), machine(ours.get()));
        }
        boolean script = bytes.length > 1 && bytes[0] == '#' && bytes[1] == '!';
        return bytes.length == 0 || !script && new String(bytes, StandardCharsets.ISO_8859_1).indexOf('\0') >= 0;
    }

    private static boolean runsOn(int program, int machine) {
        return program == machine || machine == X86_64 && program == I386 || machine == AARCH64 && program == ARM;
    }

    private static boolean isElf(byte[] head) {
        return head.length > ELF_MACHINE + 1 && head[0] == 0x7f && head[1] == 'E' && head[2] == 'L' && head[3] == 'F';
    }

    private static int machine(byte[] elf) {
        ByteOrder order = elf[5] == 2 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        return ByteBuffer.wrap(elf).order(order).getShort(ELF_MACHINE);
    }

    private static Optional<byte[]> head(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return Optional.of(in.readNBytes(HEAD));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static Optional<Path> path(String text) {
        try {
            return Optional.of(Path.of(text));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }
}
