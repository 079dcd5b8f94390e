// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.page;

import dev.counterfoil.cli.output.HtmlText;
import dev.counterfoil.journal.canonical.Json;
import dev.counterfoil.journal.chain.Chronicle;
import dev.counterfoil.journal.dump.DumpLines;
import dev.counterfoil.journal.dump.MemberText;
import dev.counterfoil.journal.dump.Payloads;
import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.InvocationId;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Records folded away, member by member as every other format of a dump has them, digests whole; a damage is in the open. Confined. */
final class RecordList {
    private final Payloads payloads;
    private final Consumer<String> to;

    RecordList(Payloads payloads, Consumer<String> to) {
        this.payloads = payloads;
        this.to = to;
    }

    void write(Chronicle chronicle) {
        if (!chronicle.records().isEmpty()) {
            to.accept("<details><summary>" + Amount.of(chronicle.records().size(), "record") + "</summary>");
            to.accept("<ol class=\"records\" role=\"list\">");
            Chronicle sound = new Chronicle(chronicle.row(), chronicle.records(), chronicle.state(), Optional.empty());
            new DumpLines(payloads, line -> record(line.members())).invocation(sound);
            to.accept("</ol></details>");
        }
        chronicle.damage().ifPresent(damage -> write(Optional.of(chronicle.id()), damage));
    }

    /** A damage, with every member that a dump has of it. */
    void write(Optional<InvocationId> id, Damage damage) {
        new DumpLines(payloads, line -> to.accept("<p><b class=\"bad\">Damage</b></p>" + members(line.members()))).damage(id, damage);
    }

    private void record(Map<String, Json> members) {
        String attempt = members.containsKey("ordinal") ? ", attempt " + word(members, "ordinal") : "";
        long at = ((Json.Whole) members.get("at_millis")).value();
        to.accept("<li><p><b>" + word(members, "sequence") + " " + word(members, "record") + "</b>" + attempt + ", "
                + MemberText.of(Instant.ofEpochMilli(at)) + ", epoch " + word(members, "epoch") + "</p>" + members(members));
        members.forEach((name, value) -> {
            if (MemberText.isBytes(name)) {
                to.accept("<p class=\"faint\">" + name + "</p><pre>" + lines(MemberText.of(value)) + "</pre>");
            }
        });
        to.accept("</li>");
    }

    private static String word(Map<String, Json> members, String name) {
        return HtmlText.of(MemberText.of(members.get(name)));
    }

    private static String members(Map<String, Json> members) {
        StringBuilder list = new StringBuilder("<dl>");
        members.forEach((name, value) -> {
            if (!MemberText.isBytes(name) && (!MemberText.isPlace(name) || name.equals("digest") || name.equals("previous"))) {
                list.append("<dt>").append(name).append("</dt><dd>").append(HtmlText.name(MemberText.of(value))).append("</dd>");
            }
        });
        return list.append("</dl>").toString();
    }

    /** Where a payload has lines, they stay. */
    private static String lines(String text) {
        return text.lines().map(HtmlText::of).collect(Collectors.joining("\n"));
    }
}
