// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.cli.output.PlainText;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names that turn a line around, in everything that is printed for people: spelled out, and never as they are. */
@Tag("once")
final class TextForPeopleTest {
    private static final String LOST = "lost\u202eon";
    private static final String DONE = "done\u2066on";
    private static final String PROVIDER = "prov\u202eider";
    private static final String ACCOUNT = "acc\u2067ount";

    @TempDir
    private Path directory;

    private String journal() {
        return directory.resolve("j.db").toString();
    }

    private String spec(String id, String command) throws Exception {
        String spec = """
                {"id": "%s", "request": 1, "limits": {"max_calls": 1}, "accounts": ["%s"], "doubt": "strict",
                 "providers": [{"id": "%s", "exec": ["sh", "-c", "%s"]}]}
                """.formatted(id, ACCOUNT, PROVIDER, command);
        return Files.writeString(directory.resolve(id.substring(0, 4) + ".json"), spec).toString();
    }

    private List<String[]> commands() throws Exception {
        return List.of(
                new String[] {"run", "--journal", journal(), "--format", "text", "--spec", spec(LOST, "exit 9")},
                new String[] {"run", "--journal", journal(), "--format", "text", "--spec", spec(DONE, "printf 'say \\u202e more'")},
                new String[] {"run", "--journal", journal(), "--format", "text", "--spec", spec(LOST, "exit 9")},
                new String[] {"recover", "--journal", journal(), "--format", "text"},
                new String[] {"list", journal()},
                new String[] {"dump", journal()},
                new String[] {"dump", journal(), "--payloads"},
                new String[] {"dump", journal(), DONE, "--format", "html"},
                new String[] {"replay", journal(), "--by", "invocation"},
                new String[] {"replay", journal(), "--by", "provider"},
                new String[] {"replay", journal(), "--by", "account"},
                new String[] {"plan", "--journal", journal(), DONE},
                new String[] {"plan", "--journal", journal(), LOST},
                new String[] {"plan", "--spec", spec("more\u202eon", "exit 0")},
                new String[] {"cancel", journal(), "none\u202ehere"},
                new String[] {"cancel", journal(), LOST},
                new String[] {"reconcile", journal(), LOST, "0", "--verdict", "not_applied", "--evidence", "see\u202en"},
                new String[] {"reconcile", journal(), LOST, "0", "--verdict", "completed", "--evidence", "see\u202en"},
                new String[] {"dump", journal(), LOST, "--payloads"},
                new String[] {"prune", journal(), "--settled-before", "0ms"},
                new String[] {"list", journal()},
                new String[] {"run", "--journal", journal(), "--format", "text", "--spec", spec(DONE, "exit 0")},
                new String[] {"verify", journal()});
    }

    @Test
    void no_command_prints_for_people_what_turns_a_line_around() throws Exception {
        int spelled = 0;
        for (String[] command : commands()) {
            Cli.Ended ended = Inside.run((Object[]) command);
            for (String line : (ended.out() + ended.err()).lines().toList()) {
                assertEquals(PlainText.line(line), line, String.join(" ", command));
                spelled += line.contains("\\u{20") ? 1 : 0;
            }
            assertTrue(ended.status() != 1 && ended.status() != 2, String.join(" ", command) + ended);
        }
        assertTrue(spelled > 30, "spelled " + spelled);
    }

    @Test
    void the_command_that_clears_a_doubt_can_be_pasted_all_the_same() throws Exception {
        String told = Inside.run("run", "--journal", journal(), "--spec", spec(LOST + " 100%'s\\\\", "exit 9")).err();
        String words = told.substring(told.indexOf("counterfoil reconcile ")).lines().findFirst().orElseThrow();
        String pasted = words.replace("counterfoil reconcile", "printf '%s\\n'").replaceAll(" --verdict .*", "");
        Process shell = new ProcessBuilder("sh", "-c", pasted).redirectErrorStream(true).start();
        assertEquals(journal() + "\n" + LOST + " 100%'s\\\n0\n", new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        assertEquals(PlainText.line(words), words);
    }
}
