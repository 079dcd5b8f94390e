// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.cli.Inside;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The page of a journal in a real Chromium. Where there is none, this says so and runs nothing, unless
 * {@code -Dcounterfoil.browser.required=true} asks for it: then it fails.
 */
@Tag("once")
@Tag("browser")
@EnabledIf(value = "isToBeUsed", disabledReason = "no Chromium on the PATH")
final class BrowserTest {
    private static final String HOSTILE_ID = "</h3><script>document.title='1'</script><img src=http://127.0.0.1:9/i onerror=alert(1)>\"'";
    private static final String HOSTILE_PROVIDER = "--><style>*{display:none}</style><base href=//127.0.0.1:9/>&lt;\u202e";

    @TempDir
    private static Path directory;

    private static Path page;
    private static Path hostile;
    private static Chromium browser;
    private static PageChecks checks;

    static boolean isToBeUsed() {
        if (Chromium.installed().isPresent() || Boolean.getBoolean("counterfoil.browser.required")) {
            return true;
        }
        System.err.println("BrowserTest was not run: there is no Chromium on the PATH; install it, or name it with -Dcounterfoil.browser=");
        return false;
    }

    @BeforeAll
    static void start() throws IOException {
        assertTrue(Chromium.installed().isPresent(), "counterfoil.browser.required is set, and there is no Chromium");
        page = page("page", ShownJournal.make(directory.resolve("page.db"), "order-18", "primary", "acme/orders"));
        hostile = page("hostile", ShownJournal.make(directory.resolve("hostile.db"), HOSTILE_ID, HOSTILE_PROVIDER, HOSTILE_PROVIDER));
        browser = Chromium.start(directory.resolve("profile"));
        checks = new PageChecks(browser);
    }

    private static Path page(String name, Path journal) throws IOException {
        return Files.writeString(directory.resolve(name + ".html"),
                Inside.run("dump", journal, "--format", "html", "--payloads").out());
    }

    @AfterAll
    static void stop() {
        browser.close();
    }

    @ParameterizedTest
    @CsvSource({"320,light", "320,dark", "1280,light", "1280,dark"})
    void it_fits_its_window_is_seen_well_asks_nobody_and_runs_nothing(int width, String scheme) {
        for (Path each : List.of(page, hostile)) {
            browser.open(each, width, scheme);
            assertEquals(List.of(), checks.wide(), each::toString);
            assertEquals(List.of(), checks.pale(), each::toString);
            assertEquals(List.of(), checks.strange(), each::toString);
            assertEquals(List.of(), checks.noises(each.toUri().toString()), each::toString);
        }
    }

    @Test
    void dark_mode_is_dark() {
        String background = "getComputedStyle(document.body).backgroundColor";
        browser.open(page, 1280, "light");
        assertEquals("rgb(255, 255, 255)", browser.evaluate(background));
        browser.open(page, 1280, "dark");
        assertEquals("rgb(21, 24, 27)", browser.evaluate(background));
    }

    @Test
    void a_hostile_journal_makes_the_same_elements_as_a_harmless_one_and_is_shown_letter_by_letter() {
        browser.open(page, 1280, "light");
        String harmless = checks.skeleton();
        browser.open(hostile, 1280, "light");
        assertEquals(harmless, checks.skeleton());
        String shown = browser.evaluate("document.body.innerText");
        assertTrue(shown.contains(HOSTILE_ID), shown);
        assertTrue(shown.contains(HOSTILE_PROVIDER.replace("\u202e", "\\u{202e}")), shown);
        assertEquals("hostile.db: 1 in doubt", browser.evaluate("document.title"));
    }

    @Test
    void a_screen_reader_is_told_headings_landmarks_tables_and_the_timeline_in_words() {
        browser.open(page, 320, "light");
        List<String> told = checks.told();
        for (String wanted : List.of("heading: Journal page.db", "heading: In doubt", "heading: order-18", "heading: Timeline",
                "heading: Budgets", "heading: Invocations", "banner: ", "navigation: This page", "main: ", "region: In doubt",
                "region: Invocations", "contentinfo: ", "columnheader: Left", "rowheader: max_cost_micros", "article: order-18",
                "list: Colours of the timelines", "StaticText: uncertain", "StaticText: completed_with_response")) {
            assertTrue(told.contains(wanted), () -> wanted + " is not in " + String.join("\n", told));
        }
        for (String words : List.of("waited 250 ms before", "charged 1 call, 800 context tokens, 200 output tokens, 1,200 micros",
                "counterfoil reconcile ", " after 40 ms")) {
            assertTrue(told.stream().anyMatch(line -> line.startsWith("StaticText: ") && line.contains(words)),
                    () -> words + " is not in " + String.join("\n", told));
        }
        assertEquals(List.of(), told.stream().filter(line -> line.matches("(?i)(img|image|graphics-document).*")).toList(),
                "what is only drawn is not told");
    }

    /** Each check finds what it is for. */
    @Test
    void a_page_that_asks_runs_leads_away_is_wide_and_pale_is_found_out() throws IOException {
        Path bad = Files.writeString(directory.resolve("bad.html"), "<!DOCTYPE html><meta charset=\"utf-8\"><title>bad</title><body>"
                + "<p style=\"color:#999\">pale</p><svg><rect fill=\"#eee\" width=\"9\" height=\"9\"></rect></svg>"
                + "<div style=\"width:500px\">wide</div><a href=\"http://127.0.0.1:9/away\">away</a>"
                + "<img src=\"http://127.0.0.1:9/picture\" onerror=\"document.title='ran'\"><script>throw new Error('thrown')</script>");
        browser.open(bad, 320, "light");
        assertTrue(checks.wide().stream().anyMatch(line -> line.startsWith("DIV")), () -> checks.wide().toString());
        assertEquals(List.of("2.85 text pale", "1.16 bar null"), checks.pale());
        String strange = checks.strange().toString();
        for (String each : List.of("<img", "<script", "IMG onerror", "A href", "style=")) {
            assertTrue(strange.contains(each), () -> each + " is not in " + strange);
        }
        String noises = checks.noises(bad.toUri().toString()).toString();
        assertTrue(noises.contains("asks for http://127.0.0.1:9/picture") && noises.contains("throws "), noises);
    }

    /** The page's own policy holds without the escaping: two walls, each of which would do. */
    @Test
    void what_slipped_into_the_page_could_neither_act_nor_ask() throws IOException {
        Path broken = Files.writeString(directory.resolve("broken.html"), Files.readString(page).replace("<main>", "<main><script>"
                + "document.title='ran'</script><img src=\"http://127.0.0.1:9/picture\"><p style=\"display:none\" onclick=\"x()\">"
                + "seen</p>"));
        browser.open(broken, 320, "light");
        assertEquals("page.db: 1 in doubt", browser.evaluate("document.title"));
        assertTrue(browser.evaluate("document.querySelector('main').innerText").contains("seen"));
        assertTrue(browser.events("Network.responseReceived").stream().noneMatch(
                event -> Chromium.text(event, "response", "url").contains("picture")));
        assertTrue(checks.noises(broken.toUri().toString()).toString().contains("Content Security Policy"));
    }
}
