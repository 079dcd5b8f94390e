// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The provider: a shell script that keeps its own book. It appends {@code INVOCATION ORDINAL} to {@code begun} when it starts and to
 * {@code effects} when it acts, each in one short append. Where a file {@code pause-before} or {@code pause-after} is there, the first
 * that comes to that place removes it, says so into the pipe {@code signal}, waits for a word in the pipe {@code go}, does the rest, and
 * says {@code over}.
 */
final class ScriptedProvider {
    static final String BEFORE = "pause-before";
    static final String AFTER = "pause-after";
    static final String SIGNAL = "signal";
    static final String GO = "go";

    private static final String SCRIPT = """
            #!/bin/sh
            dir=$1; shift
            n=$COUNTERFOIL_ORDINAL
            while [ "$n" -gt 0 ] && [ $# -gt 1 ]; do shift; n=$((n - 1)); done
            me="$COUNTERFOIL_INVOCATION $COUNTERFOIL_ORDINAL"
            pause() {
                if [ -e "$dir/pause-$1" ] && rm "$dir/pause-$1" 2>/dev/null; then
                    paused=yes
                    echo "$1 $me" >"$dir/signal"
                    read -r word <"$dir/go"
                fi
            }
            over() { [ -z "$paused" ] || echo over >"$dir/signal"; }
            effect() {
                pause before
                echo "$me" >>"$dir/effects"
                pause after
            }
            no_effect() { pause before; over; exit "$1"; }
            paused=
            echo "$me" >>"$dir/begun"
            case $1 in
                ok) effect ;;
                slow) sleep 0.05; effect; sleep 0.05 ;;
                report) echo '{"context_tokens":5,"cost_micros":9000}' >"$COUNTERFOIL_REPORT"; effect ;;
                safe) no_effect 75 ;;
                reject) no_effect 64 ;;
                permanent) no_effect 77 ;;
                lost) effect; over; exit 9 ;;
                nothing) no_effect 9 ;;
                hang) effect; over; exec sleep 60 ;;
                twice) effect; effect ;;
                liar) effect; exit 75 ;;
            esac
            over
            printf 'done %s' "$me"
            """;

    private ScriptedProvider() {}

    /** Puts the script and its two pipes into a directory. */
    static Path installed(Path directory) throws IOException, InterruptedException {
        Path script = Files.writeString(directory.resolve("provider.sh"), SCRIPT);
        Files.createFile(directory.resolve("begun"));
        Files.createFile(directory.resolve("effects"));
        Process pipes =
                new ProcessBuilder("mkfifo", directory.resolve(SIGNAL).toString(), directory.resolve(GO).toString()).start();
        if (pipes.waitFor() != 0) {
            throw new IOException("no pipes in " + directory);
        }
        return script;
    }

    /** What it answers after its effect. */
    static String response(String invocation, long ordinal) {
        return "done " + invocation + " " + ordinal;
    }
}
