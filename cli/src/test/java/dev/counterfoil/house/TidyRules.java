// SPDX-License-Identifier: Apache-2.0

package dev.counterfoil.house;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The house rules that can be read off the source text. Plants are put together so that they do not break the rules here. */
final class TidyRules {
    static final int LINE_CHARACTERS = 140;
    static final int FILE_LINES = 400;
    static final int METHOD_LINES = 60;
    static final Set<String> FORBIDDEN_WORDS =
            Set.of("Impl", "Manager", "Helper", "Helpers", "Util", "Utils", "Utility", "Common", "Base", "Abstract", "Default", "Data",
                    "Info");

    /** Packages that hosts are not to see. */
    private static final Set<String> INTERNAL = Set.of("dev.counterfoil.journal.permit",
            "dev.counterfoil.journal.sqlite.file", "dev.counterfoil.journal.sqlite.row", "dev.counterfoil.journal.sqlite.commit",
            "dev.counterfoil.journal.sqlite.look", "dev.counterfoil.receiver.database");

    private static final String HERE = "cli/src/test/java/dev/counterfoil/house/";
    private static final String LICENCE = "SPDX-License-Identifier: Apache-2.0";
    private static final Pattern TYPE = Pattern.compile("\\b(?:class|interface|enum|record)\\s+([A-Z]\\w*)");
    private static final Pattern IMPORT = Pattern.compile("(?m)^import (?:static )?[\\w.]+\\.(\\w+|\\*);");
    private static final Pattern UNFINISHED = Pattern.compile(
            "\\b(?:TO" + "DO|FIX" + "ME|XX" + "X)\\b|@Dis" + "abled|\\bassume(?:True|False|That|ingThat)\\(|\\bAssum" + "ptions\\b");
    /** Where tests depend on what a machine has: {@code .ci/run} brings it, and asks for them by a property that lets none be left out. */
    private static final Set<String> CONDITIONAL = Set.of("cli/src/test/java/dev/counterfoil/cli/page/BrowserTest.java");

    private static final Pattern CONDITION = Pattern.compile("@(?:En|Dis)abled(?:If|On|For)\\w*|\\bTestAborted" + "Exception\\b");
    private static final Pattern LINK = Pattern.compile("\\[[^\\]\n]*\\]\\(([^)\\s]+)\\)");
    private static final Pattern FENCE = Pattern.compile("(?ms)^ *```.*?^ *```\\s*?$");
    private static final Pattern ELSEWHERE = Pattern.compile(
            "repo1?\\.maven\\.(?:org|apache)|<repo" + "sitory>|<pluginRepo" + "sitory>|artif" + "actory|\\bnex" + "us\\b"
                    + "|(?<![\\w.])/(?:wo" + "rk|ro" + "ot)/|/tmp/(?:w|brief)/|/home/\\w+/|/Users/\\w+/", Pattern.CASE_INSENSITIVE);
    private static final Pattern PAGE = Pattern.compile("([\\w./-]*\\w\\.md)\\b");
    private static final Pattern PUBLIC_TYPE = Pattern.compile("(?m)^public ");
    private static final Pattern THROWABLE = Pattern.compile("(?m)^public [^{]*\\bextends\\s+\\w*(?:Exception|Error)\\b");
    private static final Pattern SHARING = Pattern.compile("(?i)\\b(?:immutable|thread-safe|confined)\\b");
    private static final Predicate<String> JAVA = path -> path.endsWith(".java");
    private static final Predicate<String> MAIN = JAVA.and(path -> path.contains("/src/main/java/"));
    private static final Predicate<String> TYPES = JAVA.and(path -> !path.endsWith("-info.java"));
    private static final Predicate<String> SCRIPT =
            path -> path.endsWith(".xml") || path.endsWith(".sh") || Set.of("counterfoil", "Makefile", ".ci/run").contains(path);
    private static final Predicate<String> MARKDOWN = path -> path.endsWith(".md");

    private TidyRules() {
    }

    static List<TidyRule> all() {
        return List.of(licence(), licenceOfScripts(), nullMarked(), lineLength(), fileLength(), methodLength(), names(), wildcards(),
                unusedImports(), unfinished(), conditional(), whitespace(), sharing(), exported(), titles(), links(), elsewhere(),
                foreign());
    }

    private static TidyRule licence() {
        return new TidyRule("the first line of a Java file names the licence", JAVA,
                (path, text, tree) -> text.startsWith("// " + LICENCE + "\n") ? List.of() : List.of("no licence in the first line"),
                Map.of("a/A.java", "package a;\n"), Map.of("a/A.java", "// " + LICENCE + "\npackage a;\n"));
    }

    private static TidyRule licenceOfScripts() {
        return new TidyRule("a POM or script names the licence in its first three lines", SCRIPT,
                (path, text, tree) -> text.lines().limit(3).anyMatch(line -> line.contains(LICENCE)) ? List.of() : List.of("no licence"),
                Map.of("Makefile", "all:\n"), Map.of("counterfoil", "#!/bin/sh\n# " + LICENCE + "\n"));
    }

    private static TidyRule nullMarked() {
        return new TidyRule("every main package has a package-info that is @NullMarked and says what the room is for",
                MAIN.and(TYPES), (path, text, tree) -> {
                    String room = tree.files().getOrDefault(path.replaceAll("[^/]+$", "package-info.java"), "");
                    return room.contains("@NullMarked") && room.contains("/**") ? List.of() : List.of("its package is not described");
                },
                Map.of("m/src/main/java/a/A.java", "", "m/src/main/java/a/package-info.java", "/** Room. */\npackage a;\n"),
                Map.of("m/src/main/java/a/A.java", "", "m/src/main/java/a/package-info.java", "/** Room. */\n@NullMarked\npackage a;\n"));
    }

    private static TidyRule lineLength() {
        return lines("a line has at most " + LINE_CHARACTERS + " characters", JAVA.or(SCRIPT),
                (path, line) -> line.codePointCount(0, line.length()) > LINE_CHARACTERS,
                "//" + "x".repeat(LINE_CHARACTERS - 1), "//" + "x".repeat(LINE_CHARACTERS - 2));
    }

    private static TidyRule whitespace() {
        return lines("no tabs and no blanks at the end of a line", JAVA.or(path -> path.endsWith(".xml")),
                (path, line) -> line.contains("\t") || line.endsWith(" ") || line.endsWith("\r"), "int a; ", "int a;");
    }

    private static TidyRule fileLength() {
        return new TidyRule("a Java file has at most " + FILE_LINES + " lines", JAVA, (path, text, tree) -> {
            long lines = text.lines().count();
            return lines > FILE_LINES ? List.of(lines + " lines") : List.of();
        }, Map.of("A.java", "\n".repeat(FILE_LINES + 1)), Map.of("A.java", "\n".repeat(FILE_LINES)));
    }

    private static TidyRule methodLength() {
        return new TidyRule("a method has at most " + METHOD_LINES + " lines", JAVA, (path, text, tree) ->
                JavaText.of(text).methods().stream().filter(method -> method.lines() > METHOD_LINES)
                        .map(method -> method.line() + ": " + method.name() + " has " + method.lines() + " lines").toList(),
                Map.of("A.java", "class A {\n  void a() {" + "\n".repeat(METHOD_LINES) + "}\n}\n"),
                Map.of("A.java", "class A {\n  void a() {" + "\n".repeat(METHOD_LINES - 1) + "}\n}\n"));
    }

    private static TidyRule names() {
        return new TidyRule("a type is named for what it is, not Impl, Manager, Util and the like", JAVA, (path, text, tree) ->
                matches(TYPE, JavaText.of(text).code(), name -> Set.of(name.split("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_"))
                        .stream().anyMatch(FORBIDDEN_WORDS::contains)),
                Map.of("A.java", "final class Sheet" + "Manager { }"), Map.of("A.java", "record Database(int utilisation) { }"));
    }

    private static TidyRule wildcards() {
        return new TidyRule("imports name one type or member", JAVA,
                (path, text, tree) -> matches(IMPORT, text, "*"::equals),
                Map.of("A.java", "import java.util." + "*;\n"), Map.of("A.java", "import java.util.List;\n"));
    }

    private static TidyRule unusedImports() {
        return new TidyRule("an import is used", JAVA, (path, text, tree) -> {
            String body = IMPORT.matcher(text).replaceAll("");
            return matches(IMPORT, text, name -> !name.equals("*") && !Pattern.compile("\\b" + name + "\\b").matcher(body).find());
        }, Map.of("A.java", "import java.util.List;\nclass A { }\n"), Map.of("A.java", "import java.util.List;\nclass A { List<A> a; }\n"));
    }

    private static TidyRule unfinished() {
        return lines("nothing is left for later, no test is switched off", JAVA.or(SCRIPT).or(MARKDOWN),
                (path, line) -> UNFINISHED.matcher(line).find(), "// TO" + "DO: later", "// done");
    }

    private static TidyRule conditional() {
        return lines("a test that a machine may leave out is named in the rule", JAVA.and(path -> !CONDITIONAL.contains(path)),
                (path, line) -> CONDITION.matcher(line).find(), "@Enabled" + "If(\"here\")", "@Test");
    }

    private static TidyRule sharing() {
        return new TidyRule("a public type says who may share it: Immutable, Thread-safe or Confined (exceptions need not)",
                MAIN.and(TYPES), (path, text, tree) ->
                PUBLIC_TYPE.matcher(text).find() && !THROWABLE.matcher(text).find() && !SHARING.matcher(text).find()
                        ? List.of("none of the three words") : List.of(),
                Map.of("m/src/main/java/A.java", "/** Text. */\npublic final class A {\n}\n"),
                Map.of("m/src/main/java/A.java", "/** Text. Immutable. */\npublic final class A {\n}\n",
                        "m/src/main/java/B.java", "public class B extends RuntimeException {\n}\n"));
    }

    private static TidyRule exported() {
        return new TidyRule("a package with types is exported by its module, or is named in the rule as internal",
                MAIN.and(TYPES).and(path -> !path.matches("(?:bench|cli|examples)/.*")), (path, text, tree) -> {
                    int sources = path.indexOf("/java/") + "/java/".length();
                    String room = path.substring(sources, path.lastIndexOf('/')).replace('/', '.');
                    String module = tree.files().getOrDefault(path.substring(0, sources) + "module-info.java", "");
                    boolean known = INTERNAL.contains(room) || module.contains("exports " + room + ";");
                    return known ? List.of() : List.of(room + " is not exported");
                },
                Map.of("m/src/main/java/a/b/C.java", "", "m/src/main/java/module-info.java", "module a { exports a; }"),
                Map.of("m/src/main/java/a/b/C.java", "", "m/src/main/java/module-info.java", "module a { exports a.b; }"));
    }

    private static TidyRule titles() {
        return new TidyRule("a page has exactly one title", MARKDOWN, (path, text, tree) -> {
            long titles = FENCE.matcher(text).replaceAll("").lines().filter(line -> line.startsWith("# ")).count();
            return titles == 1 ? List.of() : List.of(titles + " titles");
        }, Map.of("a.md", "# One\n\n# Two\n"), Map.of("a.md", "# One\n\n```sh\n# comment\n```\n"));
    }

    private static TidyRule links() {
        return new TidyRule("a relative link leads to a file of the tree", MARKDOWN, (path, text, tree) ->
                matches(LINK, FENCE.matcher(text).replaceAll(""), target -> !leadsSomewhere(path, target, tree)),
                Map.of("docs/a.md", "[x](../gone.md)"), Map.of("docs/a.md", "[x](../b/c.md#part) [y](https://example.org/)", "b/c.md", ""));
    }

    private static TidyRule elsewhere() {
        return lines("no file names a registry or a path of one machine", path -> !path.equals("LICENSE"),
                (path, line) -> ELSEWHERE.matcher(line).find(), "see /wo" + "rk/x", "see docs/x or /frame" + "work/x");
    }

    private static TidyRule foreign() {
        return new TidyRule("a page that is named is in the tree", path -> !path.equals("LICENSE") && !path.startsWith(HERE),
                (path, text, tree) -> matches(PAGE, text, page -> !leadsSomewhere("", page, tree) && !leadsSomewhere(path, page, tree)
                        && tree.files().keySet().stream().noneMatch(each -> each.endsWith("/" + page))),
                Map.of("m/A.java", "// see GONE.md"), Map.of("m/A.java", "// see docs/THERE.md", "docs/THERE.md", ""));
    }

    private static boolean leadsSomewhere(String path, String target, SourceTree tree) {
        if (target.matches("[a-z]+:.*") || target.startsWith("#")) {
            return true;
        }
        String folder = path.contains("/") ? path.substring(0, path.lastIndexOf('/') + 1) : "";
        String file = Path.of(folder + target.replaceAll("#.*", "")).normalize().toString();
        return !file.startsWith("..") && tree.has(file);
    }

    private static List<String> matches(Pattern pattern, String text, Predicate<String> wrong) {
        List<String> complaints = new ArrayList<>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            if (wrong.test(matcher.group(1))) {
                complaints.add(matcher.group().strip());
            }
        }
        return complaints;
    }

    private static TidyRule lines(String name, Predicate<String> applies, BiPredicate<String, String> wrong, String bad, String good) {
        return new TidyRule(name, applies, (path, text, tree) -> {
            List<String> complaints = new ArrayList<>();
            int number = 0;
            for (String line : text.split("\n", -1)) {
                number++;
                if (wrong.test(path, line)) {
                    complaints.add(number + ": " + line.strip());
                }
            }
            return complaints;
        }, Map.of("A.java", good + "\n" + bad + "\n"), Map.of("A.java", good + "\n"));
    }
}
