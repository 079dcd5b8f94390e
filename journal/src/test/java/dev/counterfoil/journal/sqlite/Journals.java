// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite;

import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.journal.sqlite.file.SchemaSteps;
import dev.counterfoil.journal.store.Append;
import dev.counterfoil.journal.store.Authority;
import dev.counterfoil.journal.store.Head;
import dev.counterfoil.journal.store.Owner;
import dev.counterfoil.journal.store.OwnerId;
import dev.counterfoil.journal.store.Standing;
import dev.counterfoil.journal.store.StoredPayload;
import dev.counterfoil.journal.store.StoredRecord;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Values for tests of stores: a store decodes nothing, so any bytes will do. */
public final class Journals {
    public static final OwnerId ME = new OwnerId("me");
    public static final OwnerId OTHER = new OwnerId("other");
    public static final Authority MINE = new Authority.Owned(ME, 1);

    /** A program that knows a second version: a table, a row for each time the step was done, and a column with a default. */
    static final SchemaSteps VERSION_TWO = new SchemaSteps(List.of(link -> {
        link.execute("create table step(number integer primary key, records integer not null) strict");
        link.execute("insert into step(records) select count(*) from record");
        link.execute("alter table invocation add column note text not null default ''");
    }));

    private Journals() {}

    /** A store, made where nothing is, that knows both owners. */
    public static SqliteCheckpointStore store(Path journal) {
        SqliteCheckpointStore store = SqliteCheckpointStore.openOrCreate(journal);
        store.register(owner(ME));
        store.register(owner(OTHER));
        return store;
    }

    public static InvocationId id(String name) {
        return new InvocationId(name);
    }

    public static Owner owner(OwnerId id) {
        return new Owner(id, "boot", "pid:[1]", 42, "4711");
    }

    public static StoredRecord record(String invocation, long sequence) {
        byte[] body = (invocation + "/" + sequence).getBytes(StandardCharsets.UTF_8);
        return new StoredRecord(sequence, Sha256.of(body), Bytes.of(body), Optional.empty(), Optional.empty());
    }

    public static StoredRecord heavyRecord(String invocation, long sequence, int payloadBytes) {
        StoredRecord light = record(invocation, sequence);
        return new StoredRecord(sequence, light.digest(), light.body(), Optional.of(StoredPayload.clear(Bytes.of(new byte[payloadBytes]))),
                Optional.of(StoredPayload.clear(Bytes.utf8("attachment"))));
    }

    public static Append heavyOpening(String invocation, int payloadBytes) {
        return new Append(id(invocation), Head.NONE, MINE, List.of(heavyRecord(invocation, 0, payloadBytes)), Standing.OPEN);
    }

    public static Head head(String invocation, long records) {
        return records == 0 ? Head.NONE : new Head(records, record(invocation, records - 1).digest());
    }

    /** The record with this sequence, behind all before it. */
    public static Append append(String invocation, long sequence) {
        return append(invocation, sequence, MINE, Standing.OPEN);
    }

    public static Append append(String invocation, long sequence, Authority authority, Standing standing) {
        return new Append(id(invocation), head(invocation, sequence), authority, List.of(record(invocation, sequence)), standing);
    }
}
