// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.cli.Cli;
import dev.counterfoil.cli.Inside;
import dev.counterfoil.journal.chain.Chronicle;
import dev.counterfoil.journal.dump.JournalVisitor;
import dev.counterfoil.journal.dump.JournalWalk;
import dev.counterfoil.journal.dump.Payloads;
import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.DamageReason;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.journal.sqlite.SqliteJournalReader;
import dev.counterfoil.journal.store.InvocationRow;
import dev.counterfoil.scheduler.admission.RecordedLaw;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/** The page of a journal, without a browser: what stands on it, in which order, and how much of it. */
final class JournalPageTest {
    private static final Path GOLDEN = Path.of("src/test/resources/golden/page/small.html");
    private static final String GOLDEN_SHA256 = "c9a45a68652a186f8516b5c71dd216b40ff849b390524d27eb1d4b35cd4cede2";

    @TempDir
    private Path directory;

    private Path journal;

    @BeforeEach
    void make() {
        journal = ShownJournal.make(directory.resolve("small.db"), "order-18", "primary", "acme/orders");
    }

    private List<Chronicle> chronicles() {
        List<Chronicle> all = new ArrayList<>();
        try (SqliteJournalReader reader = SqliteJournalReader.open(journal)) {
            new JournalWalk(reader, RecordedLaw.ADMISSION).all(new JournalVisitor() {
                @Override
                public void invocation(Chronicle chronicle) {
                    all.add(chronicle);
                }

                @Override
                public void damage(Optional<InvocationId> id, Damage damage) {
                    throw new AssertionError(damage.toString());
                }
            }, JournalWalk.Progress.TO_THE_END);
        }
        return all;
    }

    /** The same records under another name and number. */
    private static Chronicle renamed(Chronicle chronicle, long number) {
        InvocationRow row = chronicle.row();
        return new Chronicle(new InvocationRow(number, new InvocationId("n" + number), row.holder(), row.records(), row.standing()),
                chronicle.records(), chronicle.state(), chronicle.damage());
    }

    private static String page(List<Chronicle> all, List<Damage> damages, long fullCharacters) {
        FirstLook look = new FirstLook();
        all.forEach(look::invocation);
        damages.forEach(damage -> look.damage(Optional.empty(), damage));
        List<String> pieces = new ArrayList<>();
        new JournalPage(Path.of("x.db"), Payloads.HIDDEN, look, pieces::add, fullCharacters).write(new JournalPage.Looks() {
            @Override
            public void some(List<InvocationId> ids, JournalVisitor visitor) {
                all.stream().filter(each -> ids.contains(each.id())).forEach(visitor::invocation);
            }

            @Override
            public void all(JournalVisitor visitor) {
                for (Chronicle each : all) {
                    int before = pieces.size();
                    visitor.invocation(each);
                    assertTrue(pieces.size() > before, "each invocation is given out before the next is read");
                }
                damages.forEach(damage -> visitor.damage(Optional.empty(), damage));
            }
        });
        return String.join("\n", pieces) + "\n";
    }

    private static List<String> found(String expression, String page) {
        return Pattern.compile(expression).matcher(page).results().map(MatchResult::group).toList();
    }

    /** The page as XML, which every element of ours but those of the head is. */
    private static Document wellFormed(String page) throws Exception {
        String xml = page.replace("<!DOCTYPE html>\n", "").replaceAll("(<meta[^>]*)>", "$1/>");
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(xml)));
    }

    @Test
    void the_page_of_a_small_journal_is_the_golden_one() throws IOException {
        String page = Inside.run("dump", journal, "--format", "html").out().replace(directory + "/", "");
        if (Boolean.getBoolean("counterfoil.golden.rewrite")) {
            Files.createDirectories(GOLDEN.getParent());
            Files.writeString(GOLDEN, page);
        }
        assertEquals(Files.readString(GOLDEN), page);
        assertEquals(GOLDEN_SHA256, Sha256.of(page.getBytes(StandardCharsets.UTF_8)).hex());
    }

    @Test
    void a_page_is_well_formed_and_a_hostile_journal_changes_no_element_of_it() throws Exception {
        String name = "</h3><script>alert('1')</script>&amp;\"<";
        Path hostile = ShownJournal.make(directory.resolve("other.db"), name, name, name);
        for (List<String> words : List.of(List.<String>of(), List.of("--payloads"))) {
            List<String> elements = new ArrayList<>();
            for (Path each : List.of(journal, hostile)) {
                List<Object> command = new ArrayList<>(List.of("dump", each, "--format", "html"));
                command.addAll(words);
                Document page = wellFormed(Inside.run(command.toArray()).out());
                StringBuilder names = new StringBuilder();
                for (int i = 0; i < page.getElementsByTagName("*").getLength(); i++) {
                    names.append(page.getElementsByTagName("*").item(i).getNodeName()).append(' ');
                }
                elements.add(names.toString());
                assertTrue(each == journal || page.getDocumentElement().getTextContent().contains(name));
            }
            assertEquals(elements.get(0), elements.get(1));
        }
    }

    @Test
    void doubts_come_first_with_the_command_that_ends_them_and_damage_before_them() {
        Damage damage = Damage.of(DamageReason.ANCHOR_DIFFERS, "the anchor", "1", "<b>2</b>");
        String page = page(chronicles(), List.of(damage), Long.MAX_VALUE);
        List<String> parts = List.of("<h2 id=\"damage-heading\">", "anchor_differs at the anchor", "<h2 id=\"doubts-heading\">",
                ">order-18<", "uncertain since 2026-03-01T23:59:59.660Z",
                "Its exposure is 800 context tokens, 200 output tokens, 1,200 micros",
                "counterfoil reconcile x.db order-18 0 --verdict", "<h2 id=\"invocations-heading\">", ">failed over<",
                "in doubt, shown above", ">stopped<", "The journal as a whole", "<dt>found</dt><dd><bdi>&lt;b&gt;2&lt;/b&gt;</bdi></dd>");
        int at = 0;
        for (String part : parts) {
            int next = page.indexOf(part, at);
            assertTrue(next >= at, () -> part + " is not behind what comes before it in " + page);
            at = next;
        }
        assertFalse(page(chronicles(), List.of(), Long.MAX_VALUE).contains("damage-heading"));
    }

    @Test
    void a_timeline_tells_waits_durations_classes_and_charges_and_a_budget_what_is_left() {
        String page = page(chronicles(), List.of(), Long.MAX_VALUE);
        for (String words : List.of("<b>Attempt 1</b>, retry at <bdi>primary</bdi>: <span class=\"busy\">provider_reported_retryable</span>"
                        + " after 40 ms", "waited 250 ms before; charged 1 call, 800 context tokens, 200 output tokens, 1,200 micros,"
                        + " 42 request bytes", "<b>Attempt 2</b>, failover at <bdi>fallback</bdi>: <span class=\"good\">"
                        + "completed_with_response</span>",
                "<th scope=\"row\">max_calls</th><td>3 of 3</td><td><span class=\"held\">0</span><svg",
                "<th scope=\"row\">max_cost_micros</th><td>3,600 of 50,000</td>"
                        + "<td>46,400<svg",
                "For each attempt: max_context_tokens 2,000", "<summary>8 records</summary>")) {
            assertTrue(page.contains(words), () -> words + " is not in " + page);
        }
    }

    @Test
    void what_there_is_no_room_for_is_a_row_each_and_every_doubt_is_marked_wherever_it_stands() throws Exception {
        List<Chronicle> three = chronicles();
        List<Chronicle> many = new ArrayList<>();
        for (long number = 1; number <= 900; number++) {
            many.add(renamed(three.get((int) (number % 3)), number));
        }
        String page = page(many, List.of(), 200_000);
        wellFormed(page);
        List<String> cards = found("<article id=\"i[0-9]+\" class=\"uncertain\"", page);
        List<String> rows = found("<tr><th scope=\"row\"><", page);
        assertTrue(!cards.isEmpty() && cards.size() < 100, cards::toString);
        assertEquals(900, found("<article id=", page).size() + rows.size() - found("<tr><th scope=\"row\"><a ", page).size());
        assertTrue(page.contains(300 - cards.size() + " more in doubt: they stand among the others below"), page);
        assertEquals(300 - cards.size() + found("<tr><th scope=\"row\"><a .*<td class=\"bad\">", page).size(),
                found("<td class=\"bad\">uncertain since", page).size());
        assertTrue(page.length() < 200_000 + 900 * 400, () -> page.length() + " characters");
    }

    @Test
    void following_is_refused_and_so_is_a_journal_that_is_not_there_before_anything_is_printed() {
        for (Cli.Ended ended : List.of(Inside.run("dump", journal, "--format", "html", "--follow"),
                Inside.run("dump", directory.resolve("none.db"), "--format", "html"),
                Inside.run("dump", journal, "nobody", "--format", "html"))) {
            assertEquals("", ended.out());
            assertTrue(List.of(2, 6, 7).contains(ended.status()), ended::err);
        }
    }

    @Test
    void one_invocation_has_a_page_of_its_own() throws Exception {
        String page = Inside.run("dump", journal, "failed over", "--format", "html").out();
        wellFormed(page);
        assertTrue(page.contains("Nothing is in doubt.") && page.contains(">failed over<"), page);
        assertFalse(page.contains("order-18"), page);
    }
}
