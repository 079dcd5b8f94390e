// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.page;

import dev.counterfoil.journal.canonical.Json;
import dev.counterfoil.journal.canonical.JsonTree;
import java.util.ArrayList;
import java.util.List;

/** What is wrong with a page that a browser has open; every check gives complaints, none where all is well. Confined. */
final class PageChecks {
    /** Everything is unfolded first: what is hidden has no colour and no width. */
    private static final String WIDE = """
            (() => {
              document.querySelectorAll('details').forEach(each => { each.open = true; });
              const wide = [...document.querySelectorAll('body *')].filter(each => each.getBoundingClientRect().right > innerWidth + 0.5)
                .map(each => each.tagName + ' ' + each.textContent.slice(0, 40));
              const root = document.documentElement;
              return (root.scrollWidth > innerWidth ? 'the page is ' + root.scrollWidth + ' wide\\n' : '') + wide.join('\\n');
            })()""";

    /** Contrast as WCAG 2.2 computes it: 4.5 for texts, 3 for bars. */
    private static final String PALE = """
            (() => {
              document.querySelectorAll('details').forEach(each => { each.open = true; });
              const parts = colour => { const found = colour.match(/[\\d.]+/g).map(Number);
                return found.length > 3 ? found : [...found, 1]; };
              const light = colour => { const [r, g, b] = parts(colour).map(part => part / 255)
                .map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
                return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
              const under = element => { for (let at = element; at; at = at.parentElement) {
                const colour = getComputedStyle(at).backgroundColor;
                if (parts(colour)[3] === 1) { return colour; } } return 'rgb(255,255,255)'; };
              const contrast = (one, other) => { const pair = [light(one), light(other)].sort((a, b) => b - a);
                return (pair[0] + 0.05) / (pair[1] + 0.05); };
              const pale = [];
              let seen = 0;
              const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
              while (texts.nextNode()) {
                const text = texts.currentNode;
                if (!text.textContent.trim()) { continue; }
                const found = contrast(getComputedStyle(text.parentElement).color, under(text.parentElement));
                seen++;
                if (found < 4.5) { pale.push(found.toFixed(2) + ' text ' + text.textContent.slice(0, 40)); }
              }
              document.querySelectorAll('svg rect, svg line').forEach(bar => {
                const style = getComputedStyle(bar);
                const found = contrast(style.fill === 'none' || bar.tagName === 'line' ? style.stroke : style.fill, under(bar));
                seen++;
                if (found < 3) { pale.push(found.toFixed(2) + ' bar ' + bar.getAttribute('class')); }
              });
              return (seen < 2 ? 'nothing was looked at\\n' : '') + pale.join('\\n');
            })()""";

    /** Nothing that acts, loads, submits or leads away, and one style: ours. */
    private static final String STRANGE = """
            (() => {
              const strange = [...document.querySelectorAll('script,img,iframe,frame,object,embed,form,input,button,link,base,audio,video,'
                + 'image,use,foreignObject,[style],[src],[action],style ~ style,body style')].map(each => each.outerHTML.slice(0, 80));
              document.querySelectorAll('*').forEach(each => [...each.attributes].forEach(attribute => {
                if (attribute.name.startsWith('on') || attribute.name.endsWith('href') && !attribute.value.startsWith('#')) {
                  strange.push(each.tagName + ' ' + attribute.name); } }));
              return strange.join('\\n');
            })()""";

    private final Chromium browser;

    PageChecks(Chromium browser) {
        this.browser = browser;
    }

    private List<String> said(String script) {
        return browser.evaluate(script).lines().toList();
    }

    /** What does not fit the width of the window. */
    List<String> wide() {
        return said(WIDE);
    }

    /** Texts and bars that are hard to see. */
    List<String> pale() {
        return said(PALE);
    }

    /** Elements and attributes that have no business on a page that only shows. */
    List<String> strange() {
        return said(STRANGE);
    }

    /** Requests beside the page's own, errors of scripts, and what the browser complains of, the page's own policy among it. */
    List<String> noises(String own) {
        List<String> noises = new ArrayList<>();
        browser.events("Network.requestWillBeSent").stream().map(event -> Chromium.text(event, "request", "url"))
                .filter(url -> !url.equals(own)).forEach(url -> noises.add("asks for " + url));
        browser.events("Runtime.exceptionThrown").forEach(event -> noises.add("throws " + Chromium.shown(event)));
        browser.events("Runtime.consoleAPICalled").forEach(event -> noises.add("prints " + Chromium.shown(event)));
        browser.events("Log.entryAdded").forEach(event -> noises.add("logs " + Chromium.text(event, "entry", "text")));
        browser.events("Page.javascriptDialogOpening").forEach(event -> noises.add("opens a dialog"));
        return noises;
    }

    /** What a screen reader is told: a line for each node that has a role and a name. */
    List<String> told() {
        List<String> told = new ArrayList<>();
        JsonTree nodes = Chromium.at(browser.call("Accessibility.getFullAXTree", Json.object()), "nodes");
        for (JsonTree node : ((JsonTree.Elements) nodes).elements()) {
            told.add(Chromium.text(node, "role", "value") + ": " + Chromium.text(node, "name", "value"));
        }
        return told;
    }

    /** The elements of the page, without their words. */
    String skeleton() {
        return browser.evaluate("[...document.querySelectorAll('*')]"
                + ".map(each => each.tagName + '.' + each.getAttribute('class')).join(' ')");
    }
}
