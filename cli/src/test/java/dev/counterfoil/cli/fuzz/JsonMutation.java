// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.fuzz;

import dev.counterfoil.journal.canonical.JsonTree;
import dev.counterfoil.journal.canonical.StrictJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Breaks JSON where it hurts: members gone, doubled, renamed, of another type or at a border; depth, size, odd characters. Confined. */
final class JsonMutation {
    private static final List<String> TOKENS = List.of(
            "null", "true", "false", "{}", "[]", "\"\"", "0", "-0", "-1", "1", "1.0", "1e0", "1.5", "9007199254740991",
            "9007199254740992",
            "9007199254740993", "-9007199254740992", "9223372036854775807", "9223372036854775808", "-9223372036854775809",
            "1e308", "1e309",
            "1e400", "-1e400", "1e-400", "1e2147483647", "1e-2147483648", "1e99999999999", "0.1", "5e-324", "2147483648", "4294967296",
            "1024", "1025", "256", "255", "1048577", "67108865", "00", "01", "+1", ".5", "1.", "0x10", "NaN", "Infinity", "1_000",
            "\"\\ud800\"", "\"\\udc00x\"", "\"\\u0000\"", "\"\\u001b[2J\"", "\"\\ud83d\\ude00\"", "\"\u202e\"", "\"\\n\"", "\"a\\u0301\"",
            "\"0ms\"", "\"99999999999999999999h\"", "\"9007199254740991ms\"", "\"9007199254740992ms\"", "\"1 s\"", "\"1S\"", "\"-1s\"",
            "\"2026-02-30T00:00:00Z\"", "\"9999-12-31T23:59:60Z\"", "\"0000-01-01T00:00:00Z\"", "\"10000-01-01T00:00:00Z\"",
            "\"2026-01-01T00:00:00+18:01\"", "\"2026-01-01T00:00:00.9999999999Z\"", "\"AAE\"", "\"AAE=\\n\"", "\"AAF=\"", "\"none\"",
            "\"strict\"", "\"redeliver\"", "\"read_only\"", "\"receiver_idempotent\"", "\"exponential\"", "\"full\"",
            "\"../../etc/passwd\"",
            "[[[]]]", "{\"\":{}}", "{\"a\":1,\"a\":2}", "\"%s%n\"", "\"${env:HOME}\"", "\"true\"", "[null]", "[1,2,3]");
    private static final List<String> NAMES = List.of(
            "id", "ID", "request", "limits", "max_calls", "providers", "exec", "deadline_at", "deadline_at_millis", "max_latency_millis",
            "http", "receipts", "retry_budget", "parent", "accounts", "source", "invocation", "", " ", "a b", "\\u0000", "\\ud800", "\\n",
            "\u00e9", "\u202e", "__proto__", "$", ".", "[0]", "i\\u0064", "constructor", "\\u001b[2J");
    private static final int DEEPEST = 120;

    private final Dice dice;
    private final List<Node> nodes = new ArrayList<>();

    private JsonMutation(Dice dice) {
        this.dice = dice;
    }

    /** A value that is printed as it is told: raw text, or its members or elements. */
    private static final class Node {
        private final char opening;
        private String raw = "";
        private final List<String> names = new ArrayList<>();
        private final List<Node> values = new ArrayList<>();

        Node(char opening) {
            this.opening = opening;
        }
    }

    static byte[] of(byte[] good, Dice dice) {
        JsonMutation mutation = new JsonMutation(dice);
        Node root = mutation.node(StrictJson.read(good, Integer.MAX_VALUE));
        for (int changes = 1 + dice.below(3); changes > 0; changes--) {
            mutation.change(dice.of(mutation.nodes));
        }
        StringBuilder text = new StringBuilder();
        print(root, text);
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private Node node(JsonTree tree) {
        Node node;
        if (tree instanceof JsonTree.Members members) {
            node = new Node('{');
            members.members().forEach((name, value) -> {
                node.names.add(quoted(name));
                node.values.add(node(value));
            });
        } else if (tree instanceof JsonTree.Elements elements) {
            node = new Node('[');
            elements.elements().forEach(value -> {
                node.names.add("");
                node.values.add(node(value));
            });
        } else {
            node = new Node(' ');
            node.raw = tree instanceof JsonTree.Text text ? quoted(text.value())
                    : tree instanceof JsonTree.Numeral number ? number.text()
                    : tree instanceof JsonTree.Truth truth ? String.valueOf(truth.value()) : "null";
        }
        nodes.add(node);
        return node;
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }

    private void change(Node node) {
        if (node.values.isEmpty()) {
            node.raw = token();
            return;
        }
        int at = dice.below(node.values.size());
        switch (dice.below(8)) {
            case 0 -> {
                node.names.remove(at);
                node.values.remove(at);
            }
            case 1 -> {
                node.names.add(node.names.get(at));
                node.values.add(node.values.get(at));
            }
            case 2 -> node.names.set(at, '"' + dice.of(NAMES) + '"');
            case 3 -> {
                node.names.add('"' + dice.of(NAMES) + '"');
                node.values.add(raw(token()));
            }
            case 4 -> node.raw = token();
            default -> node.values.set(at, raw(token()));
        }
    }

    private static Node raw(String token) {
        Node node = new Node(' ');
        node.raw = token;
        return node;
    }

    private String token() {
        if (dice.oneIn(5_000)) {
            return enormous();
        }
        return switch (dice.below(12)) {
            case 0 -> String.valueOf(dice.number());
            case 1 -> String.valueOf(Double.longBitsToDouble(dice.number()));
            case 2 -> '"' + "x".repeat(250 + dice.below(12)) + '"';
            case 3 -> nested(1 + dice.below(DEEPEST));
            case 4 -> '"' + "\u00e9".repeat(120 + dice.below(20)) + '"';
            default -> dice.of(TOKENS);
        };
    }

    private static String nested(int depth) {
        return depth % 2 == 0 ? "[".repeat(depth) + "]".repeat(depth) : "{\"a\":".repeat(depth) + "1" + "}".repeat(depth);
    }

    /** What takes long or much where nobody counted. */
    private String enormous() {
        return switch (dice.below(8)) {
            case 0 -> '"' + "x".repeat(1 << 20) + '"';
            case 1 -> "[" + "1,".repeat(1 << 20) + "1]";
            case 2 -> "[" + ("0.1" + "0".repeat(2_100) + ",").repeat(1_900) + "1]";
            case 3 -> "[" + (Math.nextUp(1e-300) + ",").repeat(45_000) + "1]";
            case 4 -> "1" + "0".repeat(dice.below(4_000));
            case 5 -> "[" + "{\"a\":{}},".repeat(200_000) + "1]";
            case 6 -> "[" + "\"n\",".repeat(300_000) + "1]";
            default -> "[".repeat(100_000);
        };
    }

    private static void print(Node node, StringBuilder to) {
        if (!node.raw.isEmpty() || node.opening == ' ') {
            to.append(node.raw);
            return;
        }
        to.append(node.opening);
        for (int i = 0; i < node.values.size(); i++) {
            to.append(i > 0 ? "," : "");
            to.append(node.opening == '{' ? node.names.get(i) + ":" : "");
            print(node.values.get(i), to);
        }
        to.append(node.opening == '{' ? '}' : ']');
    }
}
