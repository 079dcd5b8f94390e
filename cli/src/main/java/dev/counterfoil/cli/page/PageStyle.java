// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.page;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * How a page looks, and what it may do. Widths give way to 320 pixels: words break anywhere, bars are as wide as there is room. Each
 * colour of a text has a contrast of at least 4.5 to what is under it, each of a bar at least 3, in light and in dark; and no colour says
 * what words beside it do not say. Pure; immutable.
 */
final class PageStyle {
    static final String CSS = """
            :root{color-scheme:light dark;--ink:#1b1f23;--paper:#fff;--faint:#57606a;--line:#c3cad1;--box:#f4f6f8;--link:#0b57a4;
            --bad:#b3261e;--good:#1a6b3b;--held:#8a4b00;--busy:#1f5f99;--wait:#76818c}
            @media screen and (prefers-color-scheme:dark){:root{--ink:#e6e8ea;--paper:#15181b;--faint:#a9b1b8;--line:#454d55;--box:#1f2428;
            --link:#8ec1f2;--bad:#ff8f85;--good:#74c793;--held:#e6ae55;--busy:#7db8ec;--wait:#8b959e}}
            *{box-sizing:border-box}
            body{margin:0 auto;max-width:62rem;padding:1rem;font:1rem/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);
            overflow-wrap:anywhere}
            h1{font-size:1.5rem;margin:.2rem 0}h2{font-size:1.25rem;margin:2rem 0 .5rem}h3{font-size:1.05rem;margin:0 0 .3rem}
            h4{font-size:1rem;margin:1rem 0 .2rem}p{margin:.3rem 0}a{color:var(--link)}
            :focus-visible{outline:3px solid var(--link);outline-offset:2px}
            code,pre{font:.9rem/1.45 ui-monospace,monospace}
            pre{margin:.4rem 0;padding:.5rem;white-space:pre-wrap;background:var(--paper);border:1px solid var(--line)}
            ul.plain,ol{list-style:none;margin:0;padding:0}ul.counts,nav ul,ul.legend{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem}
            article{margin:.8rem 0;padding:.8rem;background:var(--box);border:1px solid var(--line);border-left:.4rem solid var(--line)}
            article.uncertain,article.damaged{border-left-color:var(--bad)}article.settled{border-left-color:var(--good)}
            article.stopped{border-left-color:var(--held)}article.open{border-left-color:var(--busy)}
            .faint{color:var(--faint);font-size:.9rem}.state{font-weight:600}
            .uncertain>.state,.damaged>.state,.bad{color:var(--bad)}.settled>.state,.good{color:var(--good)}
            .stopped>.state,.held{color:var(--held)}.open>.state,.busy{color:var(--busy)}
            ol.attempts>li,ol.records>li{margin:.6rem 0}
            svg.line{display:block;width:100%;height:1rem;background:var(--paper);border:1px solid var(--line)}
            svg.bar{display:block;width:100%;height:.6rem;border:1px solid var(--wait)}
            svg.swatch{width:1.6rem;height:.8rem;margin-right:.3rem}
            .wait{fill:var(--wait)}rect.good{fill:var(--good)}rect.held{fill:var(--held)}rect.bad{fill:var(--bad)}
            rect.busy{fill:var(--busy)}
            rect.unended{fill:none;stroke:var(--bad);stroke-width:3;stroke-dasharray:8 5;vector-effect:non-scaling-stroke}
            .deadline{stroke:var(--ink);stroke-width:2;vector-effect:non-scaling-stroke}
            table{border-collapse:collapse;width:100%}caption{text-align:left;color:var(--faint);font-size:.9rem}
            th,td{text-align:left;vertical-align:top;padding:.25rem .6rem .25rem 0;border-bottom:1px solid var(--line);font-weight:400}
            thead th{font-weight:600}td.number{text-align:right;font-variant-numeric:tabular-nums}table.budgets th:last-child{width:30%}
            .rows{content-visibility:auto;contain-intrinsic-size:auto 30000px}.rows table{table-layout:fixed}
            summary{cursor:pointer}dl{margin:.2rem 0 .2rem 1rem;display:grid;grid-template-columns:minmax(6rem,max-content) 1fr;gap:0 .8rem}
            dt{color:var(--faint)}dd{margin:0;min-width:0}footer{margin-top:2rem}
            @media(max-width:40rem){body{padding:.6rem}dl{display:block;margin-left:0}dd{margin-left:1rem}
            article{padding:.6rem}}
            @media print{body{max-width:none;padding:0;font-size:.8rem}nav{display:none}article,li,tr{break-inside:avoid}
            svg{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
            """;

    /** No request to anybody, and no style but the one above, whose digest stands in it: what slipped in could neither act nor show. */
    static final String POLICY = "default-src 'none'; style-src 'sha256-" + digest() + "'; base-uri 'none'; form-action 'none'";

    private PageStyle() {}

    private static String digest() {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(CSS.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
