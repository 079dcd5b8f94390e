// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.cli.output.Console;
import dev.counterfoil.cli.output.DamageText;
import dev.counterfoil.cli.output.JsonLine;
import dev.counterfoil.cli.output.ListText;
import dev.counterfoil.cli.output.ResultLine;
import dev.counterfoil.journal.dump.Listed;
import dev.counterfoil.journal.dump.ListedState;
import dev.counterfoil.journal.dump.Listing;
import dev.counterfoil.journal.fold.Tombstone;
import dev.counterfoil.journal.record.Coded;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists invocations with where they stand, and counts them; writes nothing. Confined. */
@Command(name = "list", sortOptions = false,
        description = "A line for each invocation: state, since when, attempts, exposure; and counts. Writes nothing.")
public final class ListCommand implements Callable<Integer> {
    /** No place where an invocation stands: it is gone. */
    private static final String PRUNED = "pruned";

    private final Console console;

    @Mixin
    private JournalReading reading = new JournalReading();

    @Option(names = "--state", paramLabel = "S", description = "Only those that are open, uncertain, settled, stopped or pruned.")
    private Optional<String> state = Optional.empty();

    @Option(names = "--format", paramLabel = "F", defaultValue = "text",
            description = "text (default), or json or jsonl (a line for each invocation, and one of counts).")
    private String format = "text";

    private ListCommand(Console console) {
        this.console = console;
    }

    /**
     * The command with its options.
     *
     * @param console where it prints
     * @return a line to register as a subcommand
     */
    public static CommandLine line(Console console) {
        return new CommandLine(new ListCommand(console));
    }

    @Override
    public Integer call() {
        boolean text = Format.of(format, Format.TEXT, Format.JSON, Format.JSONL) == Format.TEXT;
        boolean onlyPruned = state.equals(Optional.of(PRUNED));
        Optional<ListedState> wanted = state.filter(word -> !word.equals(PRUNED)).map(word -> Coded.find(ListedState.class, word)
                .orElseThrow(() -> CommandException.usage("--state: must be open, uncertain, settled, stopped or pruned")));
        boolean showsPruned = onlyPruned || text && wanted.isEmpty();
        Consumer<Listed> line = text ? listed -> console.line(ListText.of(listed, console)) : listed -> console.line(json(listed));
        Listing listing = new Listing(
                listed -> {
                    if (!onlyPruned && (wanted.isEmpty() || wanted.get() == listed.state())) {
                        line.accept(listed);
                    }
                },
                pruned -> {
                    if (showsPruned) {
                        console.line(text ? ListText.of(pruned) : json(pruned));
                    }
                },
                (id, damage) -> console.complain(DamageText.of(id, damage)));
        reading.show(Optional.empty(), showsPruned || text ? JournalReading.Scope.EVERYTHING : JournalReading.Scope.INVOCATIONS, listing,
                console, WalkProgress.Place.BETWEEN_RESULTS);
        console.line(text ? ListText.counts(listing) : counts(listing));
        return reading.ending(listing.damages(), console).code();
    }

    private static String json(Listed listed) {
        JsonLine line = new JsonLine()
                .put("invocation", listed.id().value())
                .put("state", listed.state().code())
                .put("since_millis", listed.since().toEpochMilli());
        listed.reason().ifPresent(reason -> line.put("reason", reason.code()));
        return line.put("attempts", listed.attempts()).put("totals", ResultLine.totals(listed.totals())).toString();
    }

    private static String json(Tombstone tombstone) {
        JsonLine line = new JsonLine()
                .put("invocation", tombstone.id().value())
                .put("state", PRUNED)
                .put("since_millis", tombstone.closedAt().toEpochMilli())
                .put("reason", tombstone.reason().code())
                .put("status", tombstone.status().code())
                .put("business_state", tombstone.businessState().code())
                .put("contract", tombstone.effect().contract().code());
        tombstone.effect().scope().ifPresent(scope -> line.put("scope", scope));
        tombstone.effect().key().ifPresent(key -> line.put("key_sha256", key.hex()));
        line.put("request_sha256", tombstone.request().hex());
        tombstone.response().ifPresent(response -> line.put("response_sha256", response.hex()));
        return line.put("binding_sha256", tombstone.binding().hex())
                .put("records", tombstone.records())
                .put("last_digest", tombstone.last().hex())
                .put("totals", ResultLine.totals(tombstone.totals())).toString();
    }

    private static String counts(Listing listing) {
        JsonLine counts = new JsonLine();
        Arrays.stream(ListedState.values()).forEach(each -> counts.put(each.code(), listing.count(each)));
        return new JsonLine().put("counts", counts.put("damaged", listing.damagedInvocations())).toString();
    }
}
