// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.damage;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Statements that somebody with another tool may run on a journal; several in a line are parted by semicolons. */
final class Tampering {
    private static final List<String> ATTACKED = List.of("settled", "stopped", "failover", "doubt", "cancelled", "cleared", "waiting");

    private Tampering() {}

    static Map<String, List<String>> byKind() {
        Map<String, List<String>> kinds = new LinkedHashMap<>();
        kinds.put("records removed at the end", ends());
        kinds.put("records removed, added, moved", records());
        kinds.put("payloads and configurations", payloads());
        kinds.put("rows of invocations", invocations());
        kinds.put("the anchor", anchor());
        kinds.put("tombstones", tombstones());
        kinds.put("indexes, schema, header", structure());
        return kinds;
    }

    private static String number(String id) {
        return "(select number from invocation where id = '" + id + "')";
    }

    /** The last one, two and all records of an invocation, with and without its row following, and with the anchor's count too. */
    private static List<String> ends() {
        List<String> all = new ArrayList<>();
        for (String id : ATTACKED) {
            for (int last = 1; last <= 2; last++) {
                String cut = "delete from record where key in (select key from record where invocation = " + number(id)
                        + " order by key desc limit " + last + ")";
                String follow = "; update invocation set records = records - " + last + ", last_key = (select max(key) from record where"
                        + " invocation = number) where id = '" + id + "'";
                String anchor = "; update anchor set records = records - " + last + ", highest_key = (select max(key) from record),"
                        + " last_digest = (select digest from record order by key desc limit 1)";
                all.addAll(List.of(cut, cut + follow, cut + follow + anchor));
                // The records stay, and the row speaks of an earlier end.
                all.add("update invocation set records = records - " + last + ", last_key = (select key from record where invocation ="
                        + " number order by key desc limit 1 offset " + last + ") where id = '" + id + "'");
            }
            all.add("delete from record where invocation = " + number(id));
            all.add("delete from record where invocation = " + number(id) + "; delete from invocation where id = '" + id + "'");
        }
        return all;
    }

    private static List<String> records() {
        String copy = "insert into record select (select max(key) + 1 from record), invocation, previous_key, digest, body, payload,"
                + " payload_state, attachment, attachment_state from record where key = ";
        List<String> all = new ArrayList<>(List.of(
                "delete from record where key = (select previous_key from record where key = (select last_key from invocation where id ="
                        + " 'failover'))",
                "delete from record where key = " + number("waiting"),
                copy + number("doubt"),
                copy + number("waiting") + "; update invocation set records = records + 1, last_key = (select max(key) from record) where"
                        + " id = 'waiting'",
                "create temp table a as select * from record where invocation = " + number("doubt")
                        + "; update record set body = (select a.body from a where a.key = record.key - " + number("cancelled") + " + "
                        + number("doubt") + ") where invocation = " + number("cancelled") + " and key = " + number("cancelled"),
                "create temp table a as select * from record where invocation = " + number("settled")
                        + "; update record set invocation = " + number("waiting") + " where invocation = " + number("settled")
                        + "; update invocation set last_key = (select max(key) from a) where id = 'waiting'",
                "update record set previous_key = null where key = (select last_key from invocation where id = 'waiting')",
                "update record set previous_key = key where key = (select last_key from invocation where id = 'waiting')",
                "update record set previous_key = key + 1 where key = (select last_key from invocation where id = 'waiting')",
                "update record set key = key + 1000 where key = (select last_key from invocation where id = 'waiting')",
                "update record set key = -key where key = (select last_key from invocation where id = 'waiting')",
                "update record set key = 9223372036854775807 where key = (select max(key) from record)",
                "delete from record"));
        for (String id : ATTACKED) {
            String two = "create temp table a as select row_number() over (order by key) n, * from record where invocation = " + number(id);
            all.add(two + "; update record set (digest, body, payload, payload_state, attachment, attachment_state) = (select b.digest,"
                    + " b.body, b.payload, b.payload_state, b.attachment, b.attachment_state from a b join a c on b.n = 3 - c.n where"
                    + " c.key = record.key) where key in (select key from a where n < 3)");
            all.add("update record set digest = zeroblob(32) where key = (select last_key from invocation where id = '" + id + "')");
            all.add("update record set digest = zeroblob(31) where key = (select last_key from invocation where id = '" + id + "')");
            all.add("update record set body = cast(replace(cast(body as text), '1200', '1201') as blob) where invocation = " + number(id));
        }
        return all;
    }

    private static List<String> payloads() {
        return List.of(
                "update record set payload = cast('other' as blob) where key = " + number("waiting"),
                "update record set payload = null, payload_state = null where key = " + number("waiting"),
                "update record set payload_state = 1 where key = " + number("waiting"),
                "update record set payload_state = 2 where key = " + number("waiting"),
                "update record set payload = zeroblob(0), payload_state = 2 where key = " + number("waiting"),
                "update record set payload = null, payload_state = 2 where key = " + number("waiting"),
                "update record set payload_state = 7 where key = " + number("waiting"),
                "update record set payload = zeroblob(70000000) where key = " + number("waiting"),
                "update record set attachment = cast('{}' as blob) where key = " + number("waiting"),
                "update record set attachment = null, attachment_state = null where key = " + number("waiting"),
                "update record set attachment_state = 1 where key = " + number("waiting"),
                "update record set attachment_state = 2 where key = " + number("waiting"),
                "update record set attachment = zeroblob(0), attachment_state = 2 where key = " + number("waiting"),
                "update record set payload = cast('done?' as blob) where payload = cast('done' as blob)",
                "update record set payload_state = 2 where payload = cast('done' as blob)",
                "update record set payload = cast('new' as blob), payload_state = 0 where key = " + number("waiting") + " + 1",
                "update record set attachment = cast('they did' as blob) where cast(attachment as text) like 'they never%'",
                "update record set payload = zeroblob(80) where key = " + number("waiting") + " + 1",
                "update record set payload = zeroblob(80) where payload_state is null",
                "update record set payload = zeroblob(0) where payload_state is null",
                "update record set attachment = zeroblob(80) where attachment_state is null",
                "update record set payload = zeroblob(80), payload_state = 2 where key = " + number("waiting"),
                "update record set attachment = zeroblob(80), attachment_state = 2 where key = " + number("waiting"),
                "update record set payload = null where payload_state = 0",
                "update record set attachment = null where attachment_state = 0",
                "update record set body = zeroblob(70000) where key = " + number("waiting"));
    }

    private static List<String> invocations() {
        List<String> all = new ArrayList<>(List.of(
                "update invocation set id = 'renamed' where id = 'waiting'",
                "update invocation set id = '' where id = 'waiting'",
                "update invocation set id = printf('%.300c', 'x') where id = 'waiting'",
                "update invocation set id = 'pruned' where id = 'waiting'",
                "update invocation set number = number + 100 where id = 'waiting'",
                "update invocation set epoch = 0 where id = 'waiting'",
                "update invocation set epoch = 0 where id = 'doubt'",
                "update invocation set records = -1 where id = 'doubt'",
                "update invocation set epoch = -1 where id = 'waiting'",
                "update invocation set epoch = 9223372036854775807 where id = 'waiting'",
                "update invocation set epoch = 9007199254740991 where id = 'waiting'",
                "update invocation set owner = '' where id = 'waiting'",
                "update invocation set owner = printf('%.300c', 'x') where id = 'waiting'",
                "update invocation set records = -1 where id = 'waiting'",
                "update invocation set records = 9223372036854775807 where id = 'waiting'",
                "update invocation set last_key = -1 where id = 'waiting'",
                "update invocation set closed = 2 where id = 'waiting'",
                "create temp table a as select * from invocation; update invocation set (records, last_key) ="
                        + " (select records, last_key from a where a.id = 'settled') where id = 'waiting'",
                "delete from invocation where id = 'settled'",
                "delete from invocation"));
        for (String id : ATTACKED) {
            all.add("update invocation set closed = 1 - closed where id = '" + id + "'");
        }
        return all;
    }

    private static List<String> anchor() {
        return List.of("delete from anchor", "update anchor set records = records + 1", "update anchor set invocations = invocations - 1",
                "update anchor set highest_key = highest_key + 1", "update anchor set highest_key = 9223372036854775807",
                "update anchor set digest_sum = zeroblob(32)", "update anchor set head_sum = zeroblob(32)",
                "update anchor set head_sum = zeroblob(31)", "update anchor set last_digest = zeroblob(32)",
                "update anchor set tombstones = tombstones + 1", "update anchor set tombstone_sum = zeroblob(32)",
                "update anchor set records = -1", "delete from journal", "update journal set identity = substr(identity, 2) || 'z'",
                "update journal set identity = printf('%.100c', 'x')", "update journal set is_backup = 1",
                "update journal set digest = zeroblob(32)");
    }

    private static List<String> tombstones() {
        return List.of("delete from tombstone", "update tombstone set id = 'waiting2'", "update tombstone set id = 'waiting'",
                "update tombstone set records = records + 1", "update tombstone set records = -1",
                "update tombstone set last_key = last_key + 1", "update tombstone set last_digest = zeroblob(32)",
                "update tombstone set digest_sum = zeroblob(32)", "update tombstone set digest = zeroblob(32)",
                "update tombstone set digest = zeroblob(3)", "update tombstone set number = number + 1000",
                "update tombstone_body set body = cast(replace(cast(body as text), 'settled', 'stopped') as blob)",
                "update tombstone_body set body = zeroblob(9000)", "delete from tombstone_body",
                "update tombstone_body set number = number + 1000",
                "insert into tombstone_body select number + 1, body from tombstone_body",
                "insert into tombstone select number + 1, 'copied', records, last_key, last_digest, digest_sum, digest from tombstone",
                "insert into tombstone select number + 1, 'copied', records, last_key, last_digest, digest_sum, digest from tombstone;"
                        + " insert into tombstone_body select number + 1, body from tombstone_body");
    }

    private static List<String> structure() {
        String unsafe = "pragma writable_schema = on; update sqlite_schema set ";
        return List.of(
                unsafe + "sql = replace(sql, 'closed in (0, 1)', 'closed in (0, 2)') where name = 'invocation'",
                unsafe + "sql = replace(sql, 'closed = 0', 'closed = 1') where name = 'invocation_open'",
                unsafe + "sql = replace(sql, 'owner text', 'ownex text') where name = 'invocation'",
                unsafe + "sql = replace(sql, ' strict', '') where name = 'record'",
                unsafe + "rootpage = (select rootpage from sqlite_schema where name = 'anchor') where name = 'owner'",
                unsafe + "rootpage = 1 where name = 'tombstone'",
                "drop index invocation_open", "drop table tombstone", "drop table tombstone_body", "alter table owner rename to owners",
                "create trigger t after insert on record begin delete from record; end",
                "create trigger t after update on invocation begin update invocation set owner = null; end");
    }
}
