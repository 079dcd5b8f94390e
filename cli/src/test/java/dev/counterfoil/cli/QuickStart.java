// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.Deflater;

/**
 * The command as tests start it some hundred times: from jars, with an archive of parsed classes and the database's library unpacked, as
 * the launcher does it. Made once for what was compiled, and kept beside it. Stateless.
 */
public final class QuickStart {
    private static final String MAIN = "dev.counterfoil.cli.Main";
    private static final String LIBRARY = "libsqlitejdbc.so";
    private static final Path PLACE = Path.of("target", "quick-start").toAbsolutePath();

    private QuickStart() {}

    /** Loaded when the first command is started. */
    private static final class Made {
        private static final List<String> JVM = jvm();
    }

    /**
     * The words before the command's own.
     *
     * @param options for the JVM, beside those that it always gets
     * @return the JVM with its options and class path, and the main class
     */
    public static List<String> words(String... options) {
        List<String> words = new ArrayList<>(Made.JVM);
        words.addAll(List.of(options));
        words.add(MAIN);
        return words;
    }

    private static List<String> jvm() {
        try {
            // An empty entry is the current directory, which these jars are made in.
            List<Path> compiled = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                    .filter(entry -> !entry.isEmpty()).map(Path::of).filter(Files::exists).toList();
            Path place = Files.createDirectories(PLACE.resolve(Integer.toHexString(state(compiled).hashCode())));
            Path archive = place.resolve("classes.jsa");
            List<String> words = plain(place, jars(compiled, place));
            // One JVM of several that test makes it; the others wait, and find it made.
            try (FileChannel channel = FileChannel.open(place.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                channel.lock();
                if (!Files.exists(place.resolve("made"))) {
                    pack(compiled, place);
                    unpackLibrary(place);
                    archive(words, place, archive);
                    Files.createFile(place.resolve("made"));
                }
            }
            if (Files.exists(archive)) {
                words.addAll(1, List.of("-XX:SharedArchiveFile=" + archive, "-Xshare:auto"));
            }
            return words;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Which JVM, and what was compiled when: whatever changes it makes another archive. */
    private static List<String> state(List<Path> compiled) throws IOException {
        List<String> state = new ArrayList<>(List.of(System.getProperty("java.home"), System.getProperty("java.vm.version")));
        for (Path each : compiled) {
            for (Path file : files(each)) {
                state.add(file + " " + Files.size(file) + " " + Files.getLastModifiedTime(file));
            }
        }
        return state;
    }

    private static List<Path> files(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(Files::isRegularFile).sorted(Comparator.comparing(Path::toString)).toList();
        }
    }

    /** Directories stand for jars that are made of them. */
    private static List<Path> jars(List<Path> compiled, Path place) {
        List<Path> jars = new ArrayList<>();
        for (Path each : compiled) {
            jars.add(Files.isDirectory(each) ? place.resolve(jars.size() + ".jar") : each);
        }
        return jars;
    }

    private static void pack(List<Path> compiled, Path place) throws IOException {
        List<Path> jars = jars(compiled, place);
        for (int i = 0; i < jars.size(); i++) {
            if (Files.isDirectory(compiled.get(i))) {
                pack(compiled.get(i), jars.get(i));
            }
        }
    }

    private static void pack(Path directory, Path jar) throws IOException {
        try (OutputStream out = Files.newOutputStream(jar); JarOutputStream entries = new JarOutputStream(out)) {
            entries.setLevel(Deflater.NO_COMPRESSION);
            for (Path file : files(directory)) {
                entries.putNextEntry(new JarEntry(directory.relativize(file).toString()));
                Files.copy(file, entries);
            }
        }
    }

    /** Where this driver has none for the system, it does without, or unpacks its own. */
    private static void unpackLibrary(Path place) throws IOException {
        String packed = "/org/sqlite/native/Linux/" + System.getProperty("os.arch").replace("amd64", "x86_64") + "/" + LIBRARY;
        try (InputStream library = QuickStart.class.getResourceAsStream(packed)) {
            if (library != null) {
                Files.copy(library, place.resolve(LIBRARY));
            }
        }
    }

    private static List<String> plain(Path place, List<Path> jars) {
        List<String> words = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED", "-Dfile.encoding=UTF-8",
                "-Dslf4j.internal.verbosity=ERROR", "-Xlog:disable", "-Xlog:all=warning:stderr", "-Xlog:cds*=off:stderr",
                "-XX:+DisplayVMOutputToStderr", "-Dorg.sqlite.lib.path=" + place, "-Dorg.sqlite.lib.name=" + LIBRARY, "-cp"));
        words.add(String.join(File.pathSeparator, jars.stream().map(Path::toString).toList()));
        return words;
    }

    /** What a few commands load, and what the JVM's own archive has. A JVM that makes none starts without. */
    private static void archive(List<String> words, Path place, Path archive) throws IOException {
        Path journal = place.resolve("rehearsal.db");
        List<List<String>> rehearsals = List.of(List.of("--version"),
                List.of("run", "--journal", journal.toString(), "--id", "one", "--", "true"),
                List.of("verify", journal.toString()), List.of("dump", journal.toString()));
        Path known = Path.of(System.getProperty("java.home"), "lib", "classlist");
        Set<String> classes = new LinkedHashSet<>();
        for (List<String> rehearsal : rehearsals) {
            Path list = place.resolve("one.list");
            Files.deleteIfExists(list);
            performed(listing(words, list, rehearsal));
            addTo(classes, list);
        }
        overHttp(words, place, classes);
        addTo(classes, known);
        List<String> dump = new ArrayList<>(words);
        dump.addAll(1, List.of("-Xshare:dump", "-XX:SharedClassListFile=" + Files.write(place.resolve("all.list"), classes),
                "-XX:SharedArchiveFile=" + archive));
        performed(dump);
    }

    private static List<String> listing(List<String> words, Path list, List<String> rehearsal) {
        List<String> command = new ArrayList<>(words);
        command.add(1, "-XX:DumpLoadedClassList=" + list);
        command.add(MAIN);
        command.addAll(rehearsal);
        return command;
    }

    /** A receiver that serves, and a run that calls it and asks its book. */
    private static void overHttp(List<String> words, Path place, Set<String> classes) throws IOException {
        Path served = place.resolve("served.list");
        Path called = place.resolve("called.list");
        Process serving = new ProcessBuilder(listing(words, served,
                List.of("receiver", "serve", "--db", place.resolve("rehearsal-receiver.db").toString())))
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
        try {
            String line = new BufferedReader(new InputStreamReader(serving.getInputStream(), StandardCharsets.UTF_8)).readLine();
            String address = line == null ? "http://127.0.0.1:1" : line.split("\"")[3];
            Path spec = Files.writeString(place.resolve("rehearsal.jsonl"),
                    spec("done", address + "/v1/operations/rehearsal", address) + spec("doubt", address + "/v1/effects/count", address));
            performed(listing(words, called, List.of("run", "--journal", place.resolve("rehearsal-http.db").toString(), "--spec",
                    spec.toString(), "--events")));
        } finally {
            serving.destroy();
            awaited(serving);
        }
        addTo(classes, served);
        addTo(classes, called);
    }

    private static String spec(String id, String url, String address) {
        return "{\"id\":\"" + id + "\",\"request\":{},\"limits\":{\"max_calls\":1},\"doubt\":\"reconcile\","
                + "\"operation\":{\"contract\":\"receiver_idempotent\",\"scope\":\"rehearsal\",\"key\":\"" + id + "\"},"
                + "\"providers\":[{\"id\":\"p\",\"http\":{\"url\":\"" + url + "\"},"
                + "\"receipts\":{\"url\":\"" + address + "/v1/operations/{scope}\"}}]}\n";
    }

    private static void addTo(Set<String> classes, Path list) throws IOException {
        if (Files.exists(list)) {
            Files.readAllLines(list).stream().filter(line -> !line.startsWith("#")).forEach(classes::add);
        }
    }

    private static void performed(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        process.getOutputStream().close();
        awaited(process);
    }

    private static void awaited(Process process) {
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
