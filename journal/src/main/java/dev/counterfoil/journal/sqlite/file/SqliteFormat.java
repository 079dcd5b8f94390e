// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.file;

import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.store.PayloadState;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The layout of the file, version 1. A change of it is a new version with a {@link SchemaSteps.Step} that makes it of the one before; a
 * program that knows version 2 opens version 1 too. Tables that
 * version 1 does not name are left alone and not looked at: later versions add their own beside these. Immutable.
 */
public final class SqliteFormat {
    /** {@code application_id}, at offset 68 of the file: ASCII {@code CfJ1}. A file without it is not ours and is never written. */
    public static final int APPLICATION_ID = 0x43664a31;

    /** {@code user_version}, at offset 60 of the file, of the layout below: {@link SchemaSteps} lead on from there. */
    public static final int FIRST_VERSION = 1;

    /**
     * Tables are STRICT: a value of another type is refused by SQLite. Only {@code invocation} and {@code tombstone} have a second index,
     * and a record's key only grows, so an append writes the end of one tree. An invocation's number is the key of its opening.
     *
     * <p>A pruned invocation has its row in {@code tombstone}, with the number and the last key that it had, and what the row has the
     * digest of in {@code tombstone_body}: opening walks over the narrow rows only. The anchor goes on counting it: records,
     * invocations and the sums count what was ever written, and {@code tombstones} how much of it is gone. {@code head_sum} begins
     * with the journal's identity, so a log or a page of another journal does not fit. {@code removals} counts the transactions that
     * took bytes away, and {@code scrubbed} is what it was when the file was last written anew: where they differ, bytes of what was
     * removed may be left.
     */
    public static final List<String> SCHEMA = List.of(
            "create table journal(only_row integer primary key check (only_row = 1), identity text not null,"
                    + " is_backup integer not null check (is_backup in (0, 1)), digest blob not null, settlements integer not null,"
                    + " removals integer not null, scrubbed integer not null) strict",
            "create table anchor(only_row integer primary key check (only_row = 1), records integer not null,"
                    + " invocations integer not null, digest_sum blob not null, highest_key integer not null,"
                    + " last_digest blob not null, head_sum blob not null, tombstones integer not null,"
                    + " tombstone_sum blob not null) strict",
            "create table invocation(number integer primary key, id text not null unique, owner text, epoch integer not null,"
                    + " records integer not null, last_key integer not null, closed integer not null check (closed in (0, 1))) strict",
            "create index invocation_open on invocation(number) where closed = 0",
            "create table record(key integer primary key, invocation integer not null, previous_key integer, digest blob not null,"
                    + " body blob not null, payload blob, payload_state integer check (payload_state in (0, 1, 2)),"
                    + " attachment blob, attachment_state integer check (attachment_state in (0, 1, 2))) strict",
            "create table tombstone(number integer primary key, id text not null unique, records integer not null,"
                    + " last_key integer not null, last_digest blob not null, digest_sum blob not null, digest blob not null) strict",
            "create table tombstone_body(number integer primary key, body blob not null) strict",
            "create table owner(id text primary key, boot_id text not null, pid_namespace text not null, pid integer not null,"
                    + " started text not null, beat integer not null) strict, without rowid",
            "insert into anchor values (1, 0, 0, zeroblob(32), 0, zeroblob(32), zeroblob(32), 0, zeroblob(32))");

    /** Room for what encryption adds to bytes: key id, nonce and tag. */
    private static final int SEALED_EXTRA_BYTES = 1 << 10;

    /** Most bytes of a payload column: the largest response, sealed. */
    public static final int PAYLOAD_BYTES = Bounds.RESPONSE_BYTES_AT_MOST + SEALED_EXTRA_BYTES;

    /** Most bytes of an attachment column: the largest configuration, sealed. */
    public static final int ATTACHMENT_BYTES = Bounds.CONFIGURATION_BYTES + SEALED_EXTRA_BYTES;

    private SqliteFormat() {}

    /** The number that stands for how bytes are kept. */
    public static int code(PayloadState state) {
        return switch (state) {
            case CLEAR -> 0;
            case SEALED -> 1;
            case ERASED -> 2;
        };
    }

    /** What such a number stands for; empty where it is none of ours. */
    public static Optional<PayloadState> payloadState(int code) {
        return Arrays.stream(PayloadState.values()).filter(state -> code(state) == code).findFirst();
    }

    /**
     * A column that is read where it has at most so many bytes, and is NULL otherwise: SQLite tells the length without reading the value,
     * so a value that was blown up on purpose takes no memory.
     */
    public static String bounded(String column, int bytes) {
        return "case when octet_length(" + column + ") <= " + bytes + " then " + column + " end";
    }
}
