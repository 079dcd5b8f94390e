// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.bench;

import dev.counterfoil.bench.kill.Kills;
import dev.counterfoil.bench.load.Growth;
import dev.counterfoil.bench.load.Throughput;
import dev.counterfoil.bench.micro.Micro;
import dev.counterfoil.bench.reading.Reading;
import dev.counterfoil.bench.receiver.Receiving;
import dev.counterfoil.bench.report.EarlierReport;
import dev.counterfoil.bench.report.JsonText;
import dev.counterfoil.bench.report.Scratch;
import dev.counterfoil.bench.report.Section;
import dev.counterfoil.bench.report.Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measures every section, one after the other, and writes the report. Confined.
 */
public final class Main {
    private static final List<Section> SECTIONS = List.of(new Throughput(), new Growth(), new Reading(), new Receiving(), new Kills(),
            new Micro());

    private Main() {}

    /**
     * Measures.
     *
     * @param arguments the report's file, a directory on the disk that is measured, a seed, {@code full} or {@code quick}, and the names of
     *     sections where not all of them are wanted: the others stay as they stand in the file
     * @throws Exception where something cannot be measured: then nothing is written
     */
    public static void main(String[] arguments) throws Exception {
        long seed = Long.parseLong(arguments[2]);
        Settings settings = arguments[3].equals("quick") ? Settings.quick(seed) : Settings.full(seed);
        List<String> wanted = List.of(arguments).subList(4, arguments.length);
        Path directory = Path.of(arguments[1]);
        Scratch scratch = new Scratch(directory);
        Map<String, Object> report = new LinkedHashMap<>();
        Files.createDirectories(directory);
        Map<String, Object> conditions = conditions(settings, directory);
        Map<String, Object> earlier = wanted.isEmpty() ? Map.of() : EarlierReport.sections(Path.of(arguments[0]), conditions);
        report.put("conditions", conditions);
        for (Section section : SECTIONS) {
            if (wanted.isEmpty() || wanted.contains(section.name())) {
                settings.say(section.name());
                report.put(section.name(), section.measure(settings, scratch));
            } else if (earlier.containsKey(section.name())) {
                report.put(section.name(), earlier.get(section.name()));
            }
        }
        Files.writeString(Path.of(arguments[0]), JsonText.of(report));
    }

    private static Map<String, Object> conditions(Settings settings, Path directory) throws Exception {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("full", settings.isFull());
        members.put("runs", settings.runs());
        members.put("slices", settings.slices());
        members.put("slice_millis", settings.slice().toMillis());
        members.put("seed", settings.seed());
        members.put("processors", Runtime.getRuntime().availableProcessors());
        members.put("java", Runtime.version().feature());
        members.put("system", System.getProperty("os.name").toLowerCase(Locale.ROOT));
        members.put("file_system", Files.getFileStore(directory).type());
        return members;
    }
}
