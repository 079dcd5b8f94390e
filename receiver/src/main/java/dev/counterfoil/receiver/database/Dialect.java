// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;

/** In what databases differ: names of types, and how an insert passes over a key that is taken. Immutable. */
public enum Dialect {
    /** SQLite 3.37 or newer. */
    SQLITE("blob", "blob", "length", "text", "integer", "integer primary key autoincrement", " strict",
            " on conflict do nothing"),
    /** PostgreSQL. */
    POSTGRESQL("bytea", "bytea", "octet_length", "text", "bigint", "bigint generated always as identity primary key", "",
            " on conflict do nothing"),
    /** H2: the standard's. */
    H2("varbinary(256)", "blob", "octet_length", "varchar(4096)", "bigint", "bigint generated always as identity primary key", "",
            ""),
    /** SQL:2008; a key that is taken is told by SQLSTATE class 23. */
    STANDARD("varbinary(256)", "blob", "octet_length", "varchar(4096)", "bigint", "bigint generated always as identity primary key", "",
            "");

    private final String name;
    private final String bytes;
    /** The function that counts them; SQLite has had the standard's only since 3.43. */
    private final String length;
    private final String text;
    private final String number;
    private final String identity;
    private final String tableSuffix;
    private final String passingOver;

    Dialect(String name, String bytes, String length, String text, String number, String identity, String tableSuffix, String passingOver) {
        this.name = name;
        this.bytes = bytes;
        this.length = length;
        this.text = text;
        this.number = number;
        this.identity = identity;
        this.tableSuffix = tableSuffix;
        this.passingOver = passingOver;
    }

    /**
     * The dialect of a database.
     *
     * @param connection to it
     * @return the one that is named after its product, else {@link #STANDARD}
     * @throws SQLException where it cannot be asked
     */
    public static Dialect of(Connection connection) throws SQLException {
        return switch (connection.getMetaData().getDatabaseProductName().toLowerCase(Locale.ROOT)) {
            case "sqlite" -> SQLITE;
            case "postgresql" -> POSTGRESQL;
            case "h2" -> H2;
            default -> STANDARD;
        };
    }

    /**
     * What makes the tables.
     *
     * @return statements, in order
     */
    public List<String> tables() {
        return List.of(
                "create table counterfoil_receiver(only_row " + number + " primary key check (only_row = 1), version " + number
                        + " not null, retention_millis " + number + " check (retention_millis > 0))" + tableSuffix,
                "create table counterfoil_effect(effect_id " + identity + ", effect_scope " + name
                        + " not null check (" + length + "(effect_scope) between 1 and 256), payload " + bytes + ")" + tableSuffix,
                "create table counterfoil_operation(operation_scope " + name
                        + " not null check (" + length + "(operation_scope) between 1 and 256), operation_key " + name
                        + " not null check (" + length + "(operation_key) between 1 and 256), state " + text
                        + " not null check (state in ('pending', 'completed', 'rejected', 'expired', 'closed')), payload_sha256 " + name
                        + " check (" + length + "(payload_sha256) = 32), effect_id " + number
                        + " references counterfoil_effect(effect_id), claimant " + text + ", fence " + number
                        + " not null, since_millis " + number + " not null, expires_at_millis " + number + ", evidence " + text
                        + ", primary key (operation_scope, operation_key),"
                        + " check (state <> 'completed' or effect_id is not null),"
                        + " check (state = 'closed' or payload_sha256 is not null))" + tableSuffix,
                "insert into counterfoil_receiver(only_row, version) values (1, " + ReceiverTables.VERSION + ")");
    }

    /**
     * What makes the indexes by which effects are counted and overdue operations found; said again it changes nothing, and without them
     * both take longer and no more.
     *
     * @return statements, in order
     */
    public List<String> indexes() {
        String create = this == STANDARD ? "create index " : "create index if not exists ";
        // Where a database can leave rows out, only those are kept in order that will be overdue: without a retention none.
        boolean leavesOut = this == SQLITE || this == POSTGRESQL;
        return List.of(create + "counterfoil_effect_scope on counterfoil_effect(effect_scope)",
                create + "counterfoil_operation_expiry on counterfoil_operation(expires_at_millis)"
                        + (leavesOut ? " where state in ('completed', 'rejected') and expires_at_millis is not null" : ""));
    }

    /** Put behind an insert, it makes one whose key is taken change no row; empty where it fails then. */
    String passingOver() {
        return passingOver;
    }
}
