// SPDX-License-Identifier: Apache-2.0

package dev.counterfoil.house;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Java source with comments, strings and characters blanked, line for line. Immutable.
 *
 * <p>A scanner of braces, not a parser: enough for lengths and names in code that compiles.
 */
record JavaText(String code) {
    private static final Pattern NOT_CODE = Pattern.compile(
            "\"\"\"[^\\\\]*?(?:\\\\.[^\\\\]*?)*?\"\"\"|\"[^\"\\\\\n]*+(?:\\\\.[^\"\\\\\n]*+)*+\"|'[^'\\\\\n]*+(?:\\\\.[^'\\\\\n]*+)*+'"
                    + "|//[^\n]*|/\\*.*?\\*/",
            Pattern.DOTALL);
    private static final Pattern ANNOTATION = Pattern.compile("@[\\w.]+(\\s*\\([^()]*\\))?");
    private static final Pattern TYPE_PARAMETERS = Pattern.compile("\\s+");
    private static final Pattern METHOD = Pattern.compile("(?:^|.*[ >\\]])(\\w+) ?\\([^=]*\\)( throws [\\w., ]+)?");
    private static final Pattern COMPACT_CONSTRUCTOR = Pattern.compile("(?:(?:public|protected|private) )?([A-Z]\\w*)");
    private static final Pattern NOT_A_METHOD =
            Pattern.compile("(?:else|if|for|while|switch|catch|try|synchronized|do|return|yield|throw|case)\\b.*|.*\\bnew .*|.*=.*|.*->.*");

    /** A method body by its name, first line and number of lines. */
    record Method(String name, int line, int lines) {
    }

    static JavaText of(String source) {
        Matcher matcher = NOT_CODE.matcher(source);
        return new JavaText(matcher.replaceAll(found -> Matcher.quoteReplacement(blank(found.group()))));
    }

    private static String blank(String text) {
        String inside = text.replaceAll("[^\n]", " ");
        return text.startsWith("\"") || text.startsWith("'") ? "\"" + inside.substring(2) + "\"" : inside;
    }

    List<Method> methods() {
        List<Method> methods = new ArrayList<>();
        Deque<Opened> open = new ArrayDeque<>();
        int line = 1;
        int parentheses = 0;
        int headStart = 0;
        for (int i = 0; i < code.length(); i++) {
            char c = code.charAt(i);
            if (c == '\n') {
                line++;
            } else if (c == '(') {
                parentheses++;
            } else if (c == ')') {
                parentheses--;
            } else if (c == ';' && parentheses == 0) {
                headStart = i + 1;
            } else if (c == '{') {
                open.push(new Opened(methodName(code.substring(headStart, i)), line, parentheses));
                parentheses = 0;
                headStart = i + 1;
            } else if (c == '}') {
                Opened opened = open.pop();
                if (!opened.name.isEmpty()) {
                    methods.add(new Method(opened.name, opened.line, line - opened.line + 1));
                }
                parentheses = opened.parentheses;
                headStart = i + 1;
            }
        }
        return methods;
    }

    /** The name of the method whose head this is; empty when it is the head of anything else. */
    private static String methodName(String head) {
        String plain = TYPE_PARAMETERS.matcher(ANNOTATION.matcher(head).replaceAll(" ")).replaceAll(" ").strip();
        if (NOT_A_METHOD.matcher(plain).matches() || plain.matches(".*\\b(class|interface|enum|record|module)\\b \\w+.*")) {
            return "";
        }
        Matcher method = METHOD.matcher(plain);
        if (method.matches()) {
            return method.group(1);
        }
        Matcher compact = COMPACT_CONSTRUCTOR.matcher(plain);
        return compact.matches() ? compact.group(1) : "";
    }

    private record Opened(String name, int line, int parentheses) {
    }
}
