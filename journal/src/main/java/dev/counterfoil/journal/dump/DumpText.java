// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.dump;

import dev.counterfoil.journal.canonical.Json;
import dev.counterfoil.journal.chain.Chronicle;
import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.InvocationId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A journal as aligned text for people: the members of {@link DumpLines}, digests of bytes cut to 16 digits, links in full. Not meant to
 * be read by programs. Confined.
 */
public final class DumpText implements JournalVisitor {
    private static final int WIDTH = 118;
    private static final int DIGEST_SHOWN = 16;
    private static final String MARGIN = " ".repeat(8);

    private final Payloads payloads;
    private final Consumer<TextLine> to;

    /**
     * Text for a consumer.
     *
     * @param payloads whether bytes and keys are shown
     * @param to takes each line as soon as it is made
     */
    public DumpText(Payloads payloads, Consumer<TextLine> to) {
        this.payloads = payloads;
        this.to = to;
    }

    @Override
    public void invocation(Chronicle chronicle) {
        String records = chronicle.records().size() + (chronicle.records().size() == 1 ? " record" : " records");
        put(TextLine.Tone.HEADING, chronicle.id() + "  " + chronicle.state().map(DumpText::standing).orElse("no sound opening")
                + ", " + records);
        new DumpLines(payloads, line -> record(line.members())).invocation(chronicle);
    }

    @Override
    public void damage(Optional<InvocationId> id, Damage damage) {
        put(TextLine.Tone.HEADING, id.map(InvocationId::value).orElse("the journal as a whole"));
        new DumpLines(payloads, line -> record(line.members())).damage(id, damage);
    }

    private static String standing(InvocationState state) {
        Listed listed = Listed.of(new InvocationId("-"), state);
        String reason = state.closing().map(closing -> " (" + closing.reason().code() + ")").orElse("");
        return listed.state().code() + reason + ", business state " + state.businessState().code() + ", attempts "
                + state.attempts().count() + ", cost " + state.totals().costMicros() + " micros";
    }

    private void record(Map<String, Json> members) {
        String kind = MemberText.of(members.get("record"));
        String sequence = members.containsKey("sequence") ? MemberText.of(members.get("sequence")) : "";
        boolean damaged = kind.equals("damage");
        put(damaged ? TextLine.Tone.DAMAGE : TextLine.Tone.RECORD, damaged
                ? String.format(Locale.ROOT, "%6s  DAMAGE", sequence)
                : String.format(Locale.ROOT, "%6s  %s  epoch %-3s  %-12s%s", sequence, instant(members.get("at_millis")),
                        MemberText.of(members.get("epoch")), kind, ordinal(members)).stripTrailing());
        TextLine.Tone tone = damaged ? TextLine.Tone.DAMAGE : TextLine.Tone.DETAIL;
        List<String> pairs = new ArrayList<>();
        members.forEach((name, value) -> {
            if (!MemberText.isPlace(name) && !MemberText.isBytes(name)) {
                pairs.add(name + " " + (damaged ? MemberText.of(value) : shortened(name, value)));
            }
        });
        wrapped(pairs).forEach(line -> put(tone, MARGIN + line));
        members.forEach((name, value) -> {
            if (MemberText.isBytes(name)) {
                bytes(name, MemberText.of(value));
            }
        });
        if (members.containsKey("digest")) {
            put(tone, MARGIN + "digest " + MemberText.of(members.get("digest")) + "  after " + cut(MemberText.of(members.get("previous"))));
        }
    }

    private static String ordinal(Map<String, Json> members) {
        return members.containsKey("ordinal") ? "attempt " + MemberText.of(members.get("ordinal")) : "";
    }

    private static String instant(Json millis) {
        return MemberText.of(Instant.ofEpochMilli(((Json.Whole) millis).value()));
    }

    private void bytes(String name, String text) {
        text.lines().map(line -> MARGIN + name + " " + line).forEach(line -> put(TextLine.Tone.DETAIL, line));
    }

    /** As many pairs on a line as fit. */
    private static List<String> wrapped(List<String> pairs) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String pair : pairs) {
            if (line.length() > 0 && MARGIN.length() + line.length() + 2 + pair.length() > WIDTH) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.length() == 0 ? "" : "  ").append(pair);
        }
        if (line.length() > 0) {
            lines.add(line.toString());
        }
        return lines;
    }

    private static String shortened(String name, Json value) {
        return name.endsWith("sha256") ? cut(MemberText.of(value)) : MemberText.of(value);
    }

    private static String cut(String digest) {
        return digest.substring(0, Math.min(DIGEST_SHOWN, digest.length()));
    }

    private void put(TextLine.Tone tone, String text) {
        to.accept(new TextLine(tone, shown(text)));
    }

    /** Control characters could move the cursor of a terminal. */
    private static String shown(String text) {
        return text.codePoints().map(c -> Character.isISOControl(c) ? 0xFFFD : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append).toString();
    }
}
