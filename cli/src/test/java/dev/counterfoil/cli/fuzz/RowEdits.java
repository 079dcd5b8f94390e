// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.fuzz;

import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.journal.sqlite.SqliteJournalReader;
import dev.counterfoil.journal.store.InvocationRow;
import dev.counterfoil.journal.store.JournalSource.Scope;
import dev.counterfoil.journal.store.Standing;
import dev.counterfoil.journal.store.StoredInvocation;
import dev.counterfoil.journal.store.StoredPayload;
import dev.counterfoil.journal.store.StoredRecord;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Edits the rows of a journal's file, as anybody with a database tool can. Pure. */
final class RowEdits {
    private static final List<String> COLUMNS = List.of(
            "journal.identity", "journal.is_backup", "journal.settlements", "anchor.records", "anchor.invocations", "anchor.digest_sum",
            "anchor.highest_key", "anchor.last_digest", "anchor.head_sum", "invocation.number", "invocation.id", "invocation.owner",
            "invocation.epoch", "invocation.records", "invocation.last_key", "invocation.closed", "record.key", "record.invocation",
            "record.previous_key", "record.digest", "record.body", "record.payload", "record.payload_state", "record.attachment",
            "record.attachment_state");
    private static final List<String> VALUES = List.of(
            "null", "0", "1", "-1", "2", "3", "9007199254740992", "9223372036854775807", "-9223372036854775808", "''", "'x'",
            "x''", "x'00'",
            "randomblob(32)", "randomblob(31)", "zeroblob(70000)", "zeroblob(5000000)", "char(10)||'cnry7value'", "char(27)||'[2J'",
            "char(0)||'x'", "cast(x'ff' as text)", "hex(zeroblob(200))", "cast('{}' as blob)", "1.5", "'9'",
            "cast(replace(hex(zeroblob(20000)),'00','[') as blob)");
    private static final List<String> WHOLE = List.of(
            "delete from anchor", "delete from record", "delete from invocation", "delete from journal", "drop table anchor",
            "drop table record", "drop table owner", "drop index invocation_open", "pragma user_version = 2", "pragma user_version = -1",
            "pragma application_id = 0", "alter table record add column more text", "alter table record rename column body to corpus",
            "delete from record where key % 3 = 0",
            "insert into record select key + 100, invocation, previous_key, digest, body, payload,"
                    + " payload_state, attachment, attachment_state from record",
            "create trigger t before insert on record begin select raise(abort, 'cnry7value'); end",
            "create trigger t before update on invocation begin select raise(ignore); end",
            "update record set previous_key = key", "update record set previous_key = (select max(key) from record)",
            "update record set body = cast(replace(cast(body as text), 'completed', 'abandoned') as blob)");

    private RowEdits() {}

    static void edit(Path file, Dice dice) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            for (int edits = 1 + dice.below(3); edits > 0; edits--) {
                execute(connection, dice.oneIn(4) ? dice.of(WHOLE) : update(dice));
            }
            execute(connection, "pragma wal_checkpoint(truncate)");
        }
    }

    private static String update(Dice dice) {
        String[] column = dice.of(COLUMNS).split("\\.");
        String where = dice.oneIn(5) ? "" : " where rowid = " + (1 + dice.below(20));
        return "update " + column[0] + " set " + column[1] + " = " + dice.of(VALUES) + where;
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Forges one chain and writes the whole journal anew, so that links, counts and sums agree. */
    static void forge(Path file, Dice dice) throws SQLException {
        List<StoredInvocation> all = new ArrayList<>();
        try (SqliteJournalReader reader = SqliteJournalReader.open(file)) {
            reader.invocations(0, 100, Scope.ALL).forEach(row -> all.add(reader.read(row.id()).orElseThrow()));
        }
        List<StoredRecord> records = all.stream().flatMap(each -> each.records().stream()).toList();
        int victim = dice.below(all.size());
        all.set(victim, new Forger(dice, records).forge(all.get(victim)));
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            execute(connection, "delete from record");
            execute(connection, "delete from invocation");
            connection.setAutoCommit(false);
            write(connection, all);
            connection.commit();
            connection.setAutoCommit(true);
            execute(connection, "pragma wal_checkpoint(truncate)");
        }
    }

    private static void write(Connection connection, List<StoredInvocation> all) throws SQLException {
        long key = 0;
        BigInteger digests = BigInteger.ZERO;
        BigInteger heads = new BigInteger(1, ofJournal(connection));
        Sha256 last = Sha256.ZERO;
        for (StoredInvocation each : all) {
            Optional<Long> previous = Optional.empty();
            for (StoredRecord stored : each.records()) {
                update(connection, "insert into record values (?,?,?,?,?,?,?,?,?)", ++key, each.row().number(), previous.orElse(null),
                        stored.digest().bytes(), stored.body().toArray(), bytes(stored.payload()), state(stored.payload()),
                        bytes(stored.attachment()), state(stored.attachment()));
                previous = Optional.of(key);
                last = stored.digest();
                digests = digests.add(new BigInteger(1, last.bytes()));
            }
            update(connection, "insert into invocation values (?,?,null,?,?,?,?)", each.row().number(), each.row().id().value(),
                    each.row().holder().epoch(), (long) each.records().size(), previous.orElse(0L),
                    each.row().standing() == Standing.OPEN ? 0L : 1L);
            heads = heads.add(new BigInteger(1, ofHead(each.row(), each.records().size(), previous.orElse(0L))));
        }
        update(connection, "update anchor set records = ?, invocations = ?, digest_sum = ?, highest_key = ?, last_digest = ?, head_sum = ?",
                key, (long) all.size(), sum(digests), key, last.bytes(), sum(heads));
    }

    private static Object bytes(Optional<StoredPayload> payload) {
        return payload.map(each -> (Object) each.bytes().toArray()).orElse(null);
    }

    private static Object state(Optional<StoredPayload> payload) {
        return payload.map(each -> (Object) 0L).orElse(null);
    }

    private static void update(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                if (values[i] == null) {
                    statement.setNull(i + 1, Types.NULL);
                } else {
                    statement.setObject(i + 1, values[i]);
                }
            }
            statement.executeUpdate();
        }
    }

    /** What the anchor sums of an invocation: its number, records and last key, and its id. */
    private static byte[] ofHead(InvocationRow row, long records, long lastKey) {
        byte[] numbers = ByteBuffer.allocate(3 * Long.BYTES).putLong(row.number()).putLong(records).putLong(lastKey).array();
        return tagged("counterfoil.head.v1", numbers, row.id().value().getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] ofJournal(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery("select identity from journal")) {
            row.next();
            return tagged("counterfoil.identity.v1", row.getString(1).getBytes(StandardCharsets.UTF_8));
        }
    }

    private static byte[] tagged(String tag, byte[]... parts) {
        MessageDigest digest = Sha256.newDigest();
        digest.update((tag + "\0").getBytes(StandardCharsets.US_ASCII));
        for (byte[] part : parts) {
            digest.update(part);
        }
        return digest.digest();
    }

    private static byte[] sum(BigInteger sum) {
        byte[] raw = sum.mod(BigInteger.ONE.shiftLeft(256)).toByteArray();
        byte[] bytes = new byte[32];
        int length = Math.min(raw.length, 32);
        System.arraycopy(raw, raw.length - length, bytes, 32 - length, length);
        return bytes;
    }
}
