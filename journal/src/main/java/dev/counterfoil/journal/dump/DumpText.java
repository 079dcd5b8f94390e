// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.dump;

import dev.counterfoil.journal.canonical.Json;
import dev.counterfoil.journal.chain.Chronicle;
import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.InvocationId;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A journal as aligned text for people: the members of {@link DumpLines}, digests of bytes cut to 16 digits, links in full. Not meant to
 * be read by programs. Confined.
 */
public final class DumpText implements JournalVisitor {
    private static final int WIDTH = 118;
    private static final int DIGEST_SHOWN = 16;
    private static final DateTimeFormatter INSTANT =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSX", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final String MARGIN = " ".repeat(8);

    /** What stands in a record's first line, or in its line of links. */
    private static final Set<String> PLACED =
            Set.of("record", "invocation", "sequence", "digest", "previous", "epoch", "at_millis", "ordinal");

    /** What may be long and have line ends. */
    private static final Set<String> BYTES = Set.of("canonical", "request", "request_base64", "response", "response_base64", "evidence",
            "evidence_base64", "key");

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
        String kind = plain(members.get("record"));
        String sequence = members.containsKey("sequence") ? plain(members.get("sequence")) : "";
        boolean damaged = kind.equals("damage");
        put(damaged ? TextLine.Tone.DAMAGE : TextLine.Tone.RECORD, damaged
                ? String.format(Locale.ROOT, "%6s  DAMAGE", sequence)
                : String.format(Locale.ROOT, "%6s  %s  epoch %-3s  %-12s%s", sequence, instant(members.get("at_millis")),
                        plain(members.get("epoch")), kind, ordinal(members)).stripTrailing());
        TextLine.Tone tone = damaged ? TextLine.Tone.DAMAGE : TextLine.Tone.DETAIL;
        List<String> pairs = new ArrayList<>();
        members.forEach((name, value) -> {
            if (!PLACED.contains(name) && !BYTES.contains(name)) {
                pairs.add(name + " " + (damaged ? plain(value) : shortened(name, value)));
            }
        });
        wrapped(pairs).forEach(line -> put(tone, MARGIN + line));
        members.forEach((name, value) -> {
            if (BYTES.contains(name)) {
                bytes(name, plain(value));
            }
        });
        if (members.containsKey("digest")) {
            put(tone, MARGIN + "digest " + plain(members.get("digest")) + "  after " + cut(plain(members.get("previous"))));
        }
    }

    private static String ordinal(Map<String, Json> members) {
        return members.containsKey("ordinal") ? "attempt " + plain(members.get("ordinal")) : "";
    }

    private static String instant(Json millis) {
        return INSTANT.format(Instant.ofEpochMilli(((Json.Whole) millis).value()));
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
        return name.endsWith("sha256") ? cut(plain(value)) : plain(value);
    }

    private static String cut(String digest) {
        return digest.substring(0, Math.min(DIGEST_SHOWN, digest.length()));
    }

    /** Null members say nothing to people: they are left out of objects. */
    private static String plain(Json value) {
        if (value instanceof Json.Members object) {
            return object.members().entrySet().stream()
                    .filter(member -> !(member.getValue() instanceof Json.Null))
                    .map(member -> member.getKey() + " " + plain(member.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        if (value instanceof Json.Elements array) {
            return array.elements().stream().map(DumpText::plain).collect(Collectors.joining(", ", "[", "]"));
        }
        if (value instanceof Json.Text text) {
            return text.value();
        }
        if (value instanceof Json.Whole whole) {
            return Long.toString(whole.value());
        }
        return value instanceof Json.Truth truth ? Boolean.toString(truth.value()) : "unknown";
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
