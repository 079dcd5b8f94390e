// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.counterfoil.cli.Cli;
import dev.counterfoil.cli.Inside;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Makes the golden journals by the real commands. Nothing of the machine it runs on gets into what is shown of them. */
final class GoldenMaker {
    /** Their names: closed cleanly; left behind by a kill with its log; after a prune; a backup. */
    static final List<String> JOURNALS = List.of("mixed.db", "killed.db", "pruned.db", "backup.db");

    private static final String SPECS = """
            {"id":"settled","request":{"sku":"P7","quantity":1},"limits":{"max_calls":4,"max_cost_micros":50000},\
            "quote":{"context_tokens":800,"output_tokens":200,"cost_micros":1200},"accounts":["acme"],\
            "providers":[{"id":"primary","exec":["sh","-c","printf '{\\"cost_micros\\":1500}' > \\"$COUNTERFOIL_REPORT\\"; echo done"]}]}
            {"id":"failed over","request_text":"grüße","limits":{"max_calls":4,"max_retries":1},"parent":"settled",\
            "backoff":{"kind":"fixed","initial":"1ms","max":"1ms","jitter":"none"},\
            "operation":{"contract":"receiver_idempotent","scope":"acme/orders","key":"order-17"},\
            "providers":[{"id":"primary","exec":["sh","-c","exit 75"],"retryable_exit_codes":[75]},\
            {"id":"fallback","quote":{"cost_micros":3000},"exec":["sh","-c","printf '\\\\377'"]}]}
            {"id":"stopped","request_base64":"AAECAw==","limits":{"source":{"max_calls":9},"deployment":{"max_calls":1}},\
            "confidentiality":"internal","providers":[{"id":"primary","cleared_for":["internal"],"exec":["sh","-c","exit 77"],\
            "permanent_exit_codes":[77]}]}
            {"id":"late","request":null,"limits":{"max_calls":1,"max_latency_millis":0},"providers":[{"id":"primary","exec":["true"]}]}
            {"id":"doubt","request":[1,2.5,"three"],"limits":{"max_calls":3},"doubt":"redeliver",\
            "providers":[{"id":"primary","exec":["sh","-c","echo junk > \\"$COUNTERFOIL_REPORT\\"; exit 1"]}]}
            {"id":"given up","request":{},"limits":{"max_calls":2},"providers":[{"id":"primary","exec":["sh","-c","exit 1"]}]}
            {"id":"found","request":{},"limits":{"max_calls":2},"providers":[{"id":"primary","exec":["sh","-c","exit 1"]}]}
            {"id":"cancelled","request":{},"limits":{"max_calls":2},"providers":[{"id":"primary","exec":["sh","-c","exit 1"]}]}
            """;

    private GoldenMaker() {}

    /** Whether a file is a journal of that name, or its log. */
    static boolean isOf(Path file, String journal) {
        String name = file.getFileName().toString();
        return name.equals(journal) || name.equals(journal + "-wal");
    }

    /** The specs that the journals were made from. */
    static Path specs(Path directory) throws IOException {
        return Files.writeString(directory.resolve("specs.jsonl"), SPECS);
    }

    /** Makes all. */
    static void make(Path workshop, Path to) throws IOException {
        Files.createDirectories(to);
        Path mixed = workshop.resolve("mixed.db");
        Path killed = workshop.resolve("killed.db");
        Path pruned = workshop.resolve("pruned.db");
        mix(workshop, mixed);
        Files.copy(mixed, killed);
        kill(workshop, killed);
        Files.copy(mixed, pruned);
        ended(0, Inside.run("prune", pruned, "--settled-before", "0ms"));
        ended(0, Inside.run("backup", mixed, workshop.resolve("backup.db")));
        for (String name : JOURNALS) {
            for (String suffix : List.of("", "-wal")) {
                Path file = workshop.resolve(name + suffix);
                Files.deleteIfExists(to.resolve(name + suffix));
                if (Files.exists(file)) {
                    Files.copy(file, to.resolve(name + suffix));
                }
            }
        }
    }

    private static void mix(Path workshop, Path journal) throws IOException {
        ended(4, Inside.run("run", "--journal", journal, "--spec", specs(workshop)));
        ended(0, Inside.run("reconcile", journal, "given up", "0", "--verdict", "abandoned", "--evidence", "nobody knows"));
        Path response = Files.writeString(workshop.resolve("response"), "found in the provider's log");
        ended(0, Inside.run("reconcile", journal, "found", "0", "--verdict", "completed", "--evidence", "ticket 4711", "--by", "ada",
                "--response", response));
        ended(4, Inside.run("cancel", journal, "cancelled", "--by", "ada"));
        ended(0, Inside.run("run", "--journal", journal, "--id", "command", "--", "printf", "%s", "hello"));
    }

    /** A command whose provider kills it: its log stays. */
    private static void kill(Path workshop, Path journal) {
        Cli.Ended killed = new Cli(workshop).run("run", "--journal", journal.toString(), "--id", "killed", "--", "sh", "-c",
                "kill -9 $PPID");
        ended(137, killed);
    }

    private static void ended(int status, Cli.Ended ended) {
        assertEquals(status, ended.status(), () -> ended.out() + ended.err());
    }
}
