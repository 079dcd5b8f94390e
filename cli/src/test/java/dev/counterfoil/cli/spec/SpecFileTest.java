// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.spec;

import static dev.counterfoil.cli.spec.Specs.bytes;
import static dev.counterfoil.cli.spec.Specs.spec;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.scheduler.runner.Invocation;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpecFileTest {
    @TempDir
    Path directory;

    private final SpecFile files = new SpecFile(Specs.reader());

    private List<String> read(String content) throws IOException {
        return files.read(file("f.json", content)).stream().map(each -> each.id().value()).toList();
    }

    private String file(String name, String content) throws IOException {
        return Files.write(directory.resolve(name), bytes(content)).toString();
    }

    private String refusal(String content) throws IOException {
        String name = file("f.json", content);
        return assertThrows(CommandException.class, () -> files.read(name)).getMessage().replace(directory + "/", "");
    }

    @Test
    void a_file_holds_json_lines_in_their_order() throws IOException {
        assertEquals(List.of("b", "a"), read(spec("id=\"b\"") + "\n\n  \r\n" + spec() + "\r\n"));
    }

    @Test
    void a_file_holds_one_object_over_several_lines() throws IOException {
        assertEquals(List.of("a"), read("{\n \"id\": \"a\",\n" + spec("id=").substring(1).replace(",", ",\n")));
        assertEquals(List.of("c"), read("{\"id\": \"c\",\n" + spec("id=").substring(1) + "\n"));
    }

    @Test
    void a_mistake_in_an_object_over_several_lines_is_told_with_its_line() throws IOException {
        assertEquals("f.json:3: $.doubt: must be one of strict, reconcile, redeliver",
                refusal("{\"id\": \"a\",\n\n\"doubt\": 7".replace("7", "\"x\"") + ",\n" + spec("id=").substring(1)));
    }

    @Test
    void a_blank_line_beyond_the_bound_is_refused_as_any_other_is() throws IOException {
        String refusal = refusal(" ".repeat(Bounds.SPEC_LINE_BYTES + 1) + "\n" + spec() + "\n");
        assertTrue(refusal.startsWith("f.json:1: "), refusal);
    }

    @Test
    void every_bad_line_is_told() throws IOException {
        assertEquals("f.json:1: $: has no id; give it\nf.json:3: $: must be an object, is an array",
                refusal("{}\n" + spec() + "\n[]\n"));
    }

    @Test
    void of_very_many_bad_lines_the_first_are_told_and_the_rest_counted() throws IOException {
        List<String> lines = refusal("[]\n".repeat(25)).lines().toList();
        assertEquals(21, lines.size());
        assertEquals("f.json: and 5 more", lines.get(20));
    }

    @Test
    void the_same_id_twice_names_both_lines_also_across_files() throws IOException {
        String first = file("one", "\n" + spec());
        files.read(first);
        assertEquals("f.json:3: $.id: this id stands at " + first.replace(directory + "/", "") + ":2 too; give each invocation its own",
                refusal(spec("id=\"b\"") + "\n\n" + spec()));
    }

    @Test
    void an_empty_file_holds_no_spec() throws IOException {
        assertEquals("f.json: holds no spec; write one JSON object, or one a line", refusal("\n \n"));
    }

    @Test
    void a_file_that_cannot_be_read_says_why() {
        assertEquals("no/such: no such file; check the path",
                assertThrows(CommandException.class, () -> files.read("no/such")).getMessage());
        assertTrue(assertThrows(CommandException.class, () -> files.read(directory.toString())).getMessage()
                .startsWith(directory + ": cannot be read"));
    }

    @Test
    void a_line_over_the_bound_is_refused_without_being_kept() throws IOException {
        assertEquals("f.json:1: $: has 4194305 bytes, at most 4194304 are allowed", refusal("x".repeat(5 << 20)));
    }

    @Test
    void a_stream_skips_what_is_refused_and_runs_an_id_again() {
        List<String> told = new ArrayList<>();
        String stream = spec() + "\n{\"id\":\n" + spec("id=\"b\"") + "\n" + spec();
        files.stream(new ByteArrayInputStream(bytes(stream)), (Invocation each) -> told.add(each.id().value()),
                refused -> told.add(refused.getMessage()));
        assertEquals(List.of("a", "stdin:2: $: not JSON, near column 7", "b", "a"), told);
    }

    @Test
    void an_unfinished_first_line_before_another_spec_is_a_bad_line() {
        List<String> told = new ArrayList<>();
        files.stream(new ByteArrayInputStream(bytes("{\"id\":\"x\",\n" + spec())), (Invocation each) -> told.add(each.id().value()),
                refused -> told.add(refused.getMessage().substring(0, 8)));
        assertEquals(List.of("stdin:1:", "a"), told);
    }
}
