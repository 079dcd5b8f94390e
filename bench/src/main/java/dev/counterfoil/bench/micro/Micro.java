// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.bench.micro;

import dev.counterfoil.bench.report.Scratch;
import dev.counterfoil.bench.report.Section;
import dev.counterfoil.bench.report.Settings;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs the JMH benchmarks of this package, each run in a JVM of its own. Immutable.
 */
public final class Micro implements Section {
    private static final int WARMING = 6;

    /** One call is a thousand times longer there, so that fewer of them have to bring the compiler to its end. */
    private static final int LONG_WARMING = 25;

    private static final int ITERATIONS = 4;
    private static final int DIGITS = 4;

    @Override
    public String name() {
        return "micro";
    }

    @Override
    public Object measure(Settings settings, Scratch scratch) throws Exception {
        Collection<RunResult> results = new ArrayList<>();
        results.addAll(new Runner(options(settings, "C\\w+", WARMING)).run());
        results.addAll(new Runner(options(settings, "Plan\\w+", LONG_WARMING)).run());
        List<Map<String, Object>> all = new ArrayList<>();
        for (RunResult result : results) {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("what", word(result.getParams().getBenchmark()));
            members.put("nanos", result.getBenchmarkResults().stream().map(Micro::nanos).toList());
            all.add(members);
        }
        return all;
    }

    private static Options options(Settings settings, String classes, int warming) {
        TimeValue iteration = TimeValue.milliseconds(settings.isFull() ? 400 : 100);
        return new OptionsBuilder()
                .include(Micro.class.getPackageName().replace(".", "\\.") + "\\." + classes + "\\..*")
                .forks(settings.runs())
                .warmupIterations(settings.isFull() ? warming : 1)
                .warmupTime(iteration)
                .measurementIterations(settings.isFull() ? ITERATIONS : 1)
                .measurementTime(iteration)
                .mode(Mode.AverageTime)
                .timeUnit(TimeUnit.NANOSECONDS)
                .verbosity(VerboseMode.SILENT)
                .shouldFailOnError(true)
                .jvmArgsAppend("-Djmh.ignoreLock=true")
                .build();
    }

    private static String word(String benchmark) {
        return benchmark.substring(benchmark.lastIndexOf('.') + 1).replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
    }

    private static BigDecimal nanos(BenchmarkResult fork) {
        return new BigDecimal(fork.getPrimaryResult().getScore()).round(new MathContext(DIGITS));
    }
}
