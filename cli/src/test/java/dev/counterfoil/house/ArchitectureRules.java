// SPDX-License-Identifier: Apache-2.0

package dev.counterfoil.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/** The house rules that can be read off compiled classes. */
final class ArchitectureRules {
    static final List<String> ROOMS = List.of("journal", "scheduler", "receiver", "http", "model", "fixtures", "cli");

    /** Public members that take a boolean all the same, each with its reason. */
    static final Map<String, String> BOOLEANS_ALLOWED = Map.of(
            "dev.counterfoil.journal.canonical.Json.truth(boolean)", "the JSON value is the boolean");

    private ArchitectureRules() {
    }

    static List<HouseRule> all(ImportTable table) {
        return List.of(
                new HouseRule("every import between packages is in the import table", table::under,
                        Set.of("LooksUp", "Roof", "Egg", "Chicken", "KnowsTheSender", "Fact")),
                new HouseRule("time, sleep and chance have one place in the scheduler and one in the journal",
                        root -> banned(root, Calls.TIME_AND_CHANCE, "scheduler.time", "journal.ownership"), Set.of("ReadsTheClock")),
                new HouseRule("only the command line prints, reads the environment or exits",
                        root -> banned(root, Calls.PROCESS, "cli", "cli.."), Set.of("Prints")),
                new HouseRule("the journal opens no file by itself: plain file I/O drops SQLite's locks",
                        root -> noClasses().that().resideInAPackage(root + ".journal..")
                                .and().doNotHaveFullyQualifiedName(root + ".journal.sqlite.file.PlainFiles")
                                .and().doNotHaveFullyQualifiedName(root + ".journal.ownership.ProcFiles").should()
                                .accessTargetWhere(Calls.any(Calls.OPENING_FILES)), Set.of("OpensFiles")),
                new HouseRule("files are touched in the listed packages only", ArchitectureRules::files, Set.of("OpensFiles", "Prints")),
                new HouseRule("letters and bytes do not depend on the machine's locale or charset",
                        root -> banned(root, Calls.LOCAL_SPELLING), Set.of("SpellsLocally")),
                new HouseRule("Jackson is used in journal.canonical only", ArchitectureRules::jackson, Set.of("UsesJackson")),
                new HouseRule("Jackson's types are in no public signature", ArchitectureRules::jacksonInside, Set.of("ShowsJackson")),
                new HouseRule("logs go through System.Logger; one place shapes what others log", root -> noClasses().that()
                        .resideInAPackage(root + "..").and().doNotHaveFullyQualifiedName(root + ".cli.LibraryLog")
                        .should().dependOnClassesThat().resideInAnyPackage("java.util.logging..", "org.slf4j.."), Set.of("LogsElsewhere")),
                new HouseRule("a roof may look down, and no package below looks up at it",
                        ArchitectureRules::roofs, Set.of("LooksUp", "Roof")),
                new HouseRule("packages have no cycles",
                        root -> slices().matching(root + ".(**)").should().beFreeOfCycles(),
                        Set.of("Chicken", "Egg", "Fact", "LooksUp", "Roof")),
                new HouseRule("sender and receiver share no type", ArchitectureRules::strangers, Set.of("Fact", "KnowsTheSender")),
                new HouseRule("no public method is a getter by name", root -> members(root, "not be a getter by name",
                        type -> type.getMethods().stream().filter(ArchitectureRules::isGetter)), Set.of("Shape")),
                new HouseRule("no public method or constructor takes a boolean", root -> members(root, "not take a boolean",
                        type -> type.getCodeUnits().stream().filter(ArchitectureRules::takesBoolean)), Set.of("Shape")),
                new HouseRule("no class of ours extends another, exceptions apart",
                        root -> members(root, "extend no class of ours", ArchitectureRules::inherited), Set.of("Child", "Parent")),
                new HouseRule("exceptions are unchecked, with one root in a module",
                        ArchitectureRules::exceptions, Set.of("CheckedTrouble", "FirstTrouble", "SecondTrouble")));
    }

    private static ArchRule banned(String root, List<String> calls, String... allowed) {
        String[] packages = Stream.of(allowed).map(each -> root + "." + each).toArray(String[]::new);
        return noClasses().that().resideInAPackage(root + "..").and().resideOutsideOfPackages(packages)
                .should().accessTargetWhere(Calls.any(calls));
    }

    private static ArchRule files(String root) {
        return noClasses().that().resideInAPackage(root + "..").and()
                .doNotHaveFullyQualifiedName(root + ".journal.ownership.ProcFiles").and()
                .resideOutsideOfPackages(root + ".journal.sqlite", root + ".journal.sqlite.file", root + ".journal.sqlite.look",
                        root + ".receiver.sqlite", root + ".scheduler.exec", root + ".fixtures..",
                        root + ".cli.spec", root + ".cli.command", root + ".cli.bench")
                .should().dependOnClassesThat().haveNameMatching("java\\.io\\.(File|File[IORW]\\w+|RandomAccessFile)"
                        + "|java\\.nio\\.file\\.Files|java\\.nio\\.channels\\.(Async\\w+)?FileChannel");
    }

    private static ArchRule jackson(String root) {
        return noClasses().that().resideInAPackage(root + "..").and().resideOutsideOfPackage(root + ".journal.canonical")
                .should().dependOnClassesThat().resideInAPackage("com.fasterxml..");
    }

    private static ArchRule jacksonInside(String root) {
        return members(root, "not show Jackson", type -> type.getCodeUnits().stream()
                .filter(unit -> unit.getModifiers().contains(JavaModifier.PUBLIC) || unit.getModifiers().contains(JavaModifier.PROTECTED))
                .filter(unit -> Stream.concat(unit.getRawParameterTypes().stream(), Stream.of(unit.getRawReturnType()))
                        .anyMatch(each -> each.getPackageName().startsWith("com.fasterxml"))));
    }

    private static ArchRule roofs(String root) {
        return classes().that().resideInAnyPackage(ROOMS.stream().map(room -> root + "." + room + ".*..").toArray(String[]::new))
                .should(condition("not look up at their roof", type -> type.getDirectDependenciesFromSelf().stream()
                        .filter(each -> isRoofOf(root, each.getTargetClass().getPackageName(), type.getPackageName()))
                        .map(each -> each.getDescription())));
    }

    private static boolean isRoofOf(String root, String roof, String below) {
        return roof.startsWith(root + ".") && below.startsWith(roof + ".");
    }

    private static ArchRule strangers(String root) {
        return classes().that().resideInAnyPackage(root + ".journal..", root + ".scheduler..", root + ".receiver..")
                .should(condition("not know the other side", type -> type.getDirectDependenciesFromSelf().stream()
                        .filter(each -> isReceiver(root, type) != isReceiver(root, each.getTargetClass()))
                        .filter(each -> each.getTargetClass().getPackageName().startsWith(root + "."))
                        .map(each -> each.getDescription())));
    }

    private static boolean isReceiver(String root, JavaClass type) {
        return (type.getPackageName() + ".").startsWith(root + ".receiver.");
    }

    private static boolean isPublicApi(JavaCodeUnit unit) {
        return unit.getModifiers().contains(JavaModifier.PUBLIC) && !unit.getModifiers().contains(JavaModifier.SYNTHETIC)
                && unit.getOwner().getModifiers().contains(JavaModifier.PUBLIC);
    }

    private static boolean isGetter(JavaMethod method) {
        boolean owed = method.getOwner().getAllRawSuperclasses().stream().anyMatch(type -> declares(type, method))
                || method.getOwner().getAllRawInterfaces().stream().anyMatch(type -> declares(type, method));
        return isPublicApi(method) && method.getName().matches("get[A-Z].*") && !owed;
    }

    private static boolean declares(JavaClass type, JavaMethod method) {
        return !type.getPackageName().startsWith(HouseRule.PRODUCT)
                && type.getMethods().stream().anyMatch(each -> each.getName().equals(method.getName()));
    }

    /** Components of a record are facts, not switches: its constructor with all of them is let pass. */
    private static boolean takesBoolean(JavaCodeUnit unit) {
        boolean components = unit.getOwner().isRecord() && unit.isConstructor();
        return isPublicApi(unit) && !components && !BOOLEANS_ALLOWED.containsKey(unit.getFullName())
                && unit.getRawParameterTypes().stream().anyMatch(type -> type.getName().equals("boolean"));
    }

    private static Stream<JavaClass> inherited(JavaClass type) {
        return type.getRawSuperclass().stream().filter(each -> each.getPackageName().startsWith(HouseRule.PRODUCT))
                .filter(each -> !each.isAssignableTo(Throwable.class) && !each.isEnum());
    }

    private static ArchRule exceptions(String root) {
        return classes().that().resideInAPackage(root + "..").and().areAssignableTo(Throwable.class)
                .should(new ArchCondition<>("be unchecked and share one root in their module") {
                    private final Map<String, Set<String>> roots = new TreeMap<>();

                    @Override
                    public void init(Collection<JavaClass> all) {
                        all.stream().filter(type -> isRoot(root, type)).forEach(type ->
                                roots.computeIfAbsent(room(root, type), room -> new TreeSet<>()).add(type.getName()));
                    }

                    @Override
                    public void check(JavaClass type, ConditionEvents events) {
                        if (!type.isAssignableTo(RuntimeException.class) && !type.isAssignableTo(Error.class)) {
                            events.add(SimpleConditionEvent.violated(type, type.getName() + " is checked"));
                        }
                        Set<String> beside = roots.getOrDefault(room(root, type), Set.of());
                        if (isRoot(root, type) && beside.size() > 1) {
                            events.add(SimpleConditionEvent.violated(type, type.getName() + " is one root of several: " + beside));
                        }
                    }
                });
    }

    private static boolean isRoot(String root, JavaClass exception) {
        return exception.getRawSuperclass().stream().noneMatch(each -> each.getPackageName().startsWith(root));
    }

    private static String room(String root, JavaClass type) {
        return type.getPackageName().substring(root.length() + 1).replaceAll("\\..*", "");
    }

    private static ArchRule members(String root, String demand, Function<JavaClass, Stream<?>> wrong) {
        return classes().that().resideInAPackage(root + "..")
                .should(condition(demand, type -> wrong.apply(type).map(each -> type.getName() + ": " + each)));
    }

    private static ArchCondition<JavaClass> condition(String demand, Function<JavaClass, Stream<String>> wrong) {
        return new ArchCondition<>(demand) {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                wrong.apply(type).forEach(complaint -> events.add(SimpleConditionEvent.violated(type, complaint)));
            }
        };
    }
}
