// SPDX-License-Identifier: Apache-2.0

package dev.counterfoil.house;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Banned uses of the machine, spelled {@code Type.member} (any overload, also as a method reference), {@code Type.new}, or
 * {@code Type.member()} for the overload without parameters only.
 */
final class Calls {
    static final List<String> TIME_AND_CHANCE = List.of("java.lang.System.currentTimeMillis", "java.lang.System.nanoTime",
            "java.lang.Thread.sleep", "java.util.concurrent.TimeUnit.sleep", "java.time.Instant.now", "java.time.LocalDate.now",
            "java.time.LocalDateTime.now", "java.time.ZonedDateTime.now", "java.time.OffsetDateTime.now", "java.time.Clock.systemUTC",
            "java.time.Clock.systemDefaultZone", "java.time.Clock.system", "java.time.InstantSource.system", "java.util.Date.new()",
            "java.util.Random.new", "java.security.SecureRandom.new", "java.util.SplittableRandom.new", "java.util.UUID.randomUUID",
            "java.lang.Math.random", "java.util.concurrent.ThreadLocalRandom.current");

    static final List<String> PROCESS = List.of("java.lang.System.out", "java.lang.System.err", "java.lang.System.in",
            "java.lang.System.exit", "java.lang.System.getenv", "java.lang.Runtime.exit", "java.lang.Runtime.halt",
            "java.lang.Throwable.printStackTrace()");

    static final List<String> OPENING_FILES = List.of("java.io.FileInputStream.new", "java.io.FileOutputStream.new",
            "java.io.FileReader.new", "java.io.FileWriter.new", "java.io.RandomAccessFile.new", "java.io.PrintWriter.new",
            "java.nio.channels.FileChannel.open", "java.nio.channels.AsynchronousFileChannel.open", "java.nio.file.Files.newByteChannel",
            "java.nio.file.Files.newInputStream", "java.nio.file.Files.newOutputStream", "java.nio.file.Files.newBufferedReader",
            "java.nio.file.Files.newBufferedWriter", "java.nio.file.Files.readAllBytes", "java.nio.file.Files.readString",
            "java.nio.file.Files.readAllLines", "java.nio.file.Files.lines", "java.nio.file.Files.write",
            "java.nio.file.Files.writeString", "java.nio.file.Files.copy", "java.nio.file.Files.mismatch");

    static final List<String> LOCAL_SPELLING = List.of("java.lang.String.toLowerCase()", "java.lang.String.toUpperCase()",
            "java.lang.String.getBytes()", "java.lang.String.formatted", "java.io.InputStreamReader.new(java.io.InputStream)",
            "java.lang.String.format(java.lang.String, [Ljava.lang.Object;)", "java.lang.String.new([B)");

    private Calls() {
    }

    /** Whether an access is one of these. */
    static DescribedPredicate<JavaAccess<?>> any(List<String> banned) {
        Set<String> spelled = Set.copyOf(banned);
        return DescribedPredicate.describe("one of " + banned, access -> {
            String member = access.getName().equals("<init>") ? "new" : access.getName();
            return spelled.stream().anyMatch(spelling -> names(spelling, access, member));
        });
    }

    private static boolean names(String spelling, JavaAccess<?> access, String member) {
        int parenthesis = spelling.indexOf('(');
        String path = parenthesis < 0 ? spelling : spelling.substring(0, parenthesis);
        int dot = path.lastIndexOf('.');
        if (!path.substring(dot + 1).equals(member) || !isOf(access.getTargetOwner(), path.substring(0, dot))) {
            return false;
        }
        return parenthesis < 0 || spelling.substring(parenthesis).equals("(" + parameters(access) + ")");
    }

    /** The exact type for constructors and static members, and any subtype for the rest: a subtype inherits the member. */
    private static boolean isOf(JavaClass owner, String type) {
        return owner.getName().equals(type) || type.equals("java.lang.Throwable") && owner.isAssignableTo(type);
    }

    private static String parameters(JavaAccess<?> access) {
        if (access.getTarget() instanceof AccessTarget.CodeUnitAccessTarget unit) {
            return unit.getRawParameterTypes().stream().map(JavaClass::getName).collect(Collectors.joining(", "));
        }
        return Arrays.toString(new String[0]);
    }
}
