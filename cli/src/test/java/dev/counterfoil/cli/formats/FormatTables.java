// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.formats;

import dev.counterfoil.journal.record.AttemptKind;
import dev.counterfoil.journal.record.BackoffKind;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.ClosingReason;
import dev.counterfoil.journal.record.ClosingStatus;
import dev.counterfoil.journal.record.Coded;
import dev.counterfoil.journal.record.Contract;
import dev.counterfoil.journal.record.DamageReason;
import dev.counterfoil.journal.record.DoubtProfile;
import dev.counterfoil.journal.record.EvidenceKind;
import dev.counterfoil.journal.record.FailureCategory;
import dev.counterfoil.journal.record.Jitter;
import dev.counterfoil.journal.record.JournalRecord;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.journal.record.OutcomeReason;
import dev.counterfoil.journal.record.RefusalCode;
import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.journal.record.VerdictGround;
import dev.counterfoil.journal.record.VerdictKind;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The generated tables of docs/FORMATS.md. */
final class FormatTables {
    /** These are members of objects in a record, or true and false there, and no words. */
    private static final Set<String> MEMBERS = Set.of("Dimension", "Clearance");

    private FormatTables() {}

    /** Each closed list with the member it stands in. */
    private static Map<Class<? extends Coded>, String> lists() {
        Map<Class<? extends Coded>, String> lists = new LinkedHashMap<>();
        lists.put(Contract.class, "opening `contract`");
        lists.put(DoubtProfile.class, "opening `doubt`");
        lists.put(BackoffKind.class, "opening `backoff.kind`");
        lists.put(Jitter.class, "opening `backoff.jitter`");
        lists.put(AttemptKind.class, "intent `kind`");
        lists.put(OutcomeClass.class, "intent `prior`, outcome `class`");
        lists.put(FailureCategory.class, "outcome `category`");
        lists.put(OutcomeReason.class, "outcome `reason`");
        lists.put(VerdictKind.class, "verdict `verdict`");
        lists.put(VerdictGround.class, "verdict `ground`");
        lists.put(EvidenceKind.class, "evidence `what`");
        lists.put(ClosingStatus.class, "closing `status`");
        lists.put(ClosingReason.Ending.class, "closing `reason`");
        lists.put(RefusalCode.class, "closing `reason`, in order of precedence");
        lists.put(DamageReason.class, "damage `reason`, in no record: what a reader says");
        return lists;
    }

    static String words() {
        StringBuilder table = new StringBuilder("| List | Stands in | Words |\n|---|---|---|\n");
        lists().forEach((list, where) -> table.append("| " + list.getSimpleName() + " | " + where + " | "
                + Arrays.stream(list.getEnumConstants()).map(word -> "`" + word.code() + "`").collect(Collectors.joining(", "))
                + " |\n"));
        return table.toString();
    }

    /** The names of the lists that the members of the seven records, and of what they are made of, are typed by. */
    static TreeSet<String> listsInRecords() {
        TreeSet<String> found = new TreeSet<>();
        TreeSet<String> seen = new TreeSet<>();
        for (Class<?> record : JournalRecord.class.getPermittedSubclasses()) {
            collect(record, found, seen);
        }
        return found;
    }

    private static void collect(Type type, TreeSet<String> found, TreeSet<String> seen) {
        if (type instanceof ParameterizedType generic) {
            for (Type argument : generic.getActualTypeArguments()) {
                collect(argument, found, seen);
            }
        } else if (type instanceof Class<?> plain && plain.getName().startsWith("dev.counterfoil.") && seen.add(plain.getName())) {
            if (plain.isEnum() && Coded.class.isAssignableFrom(plain) && !MEMBERS.contains(plain.getSimpleName())) {
                found.add(plain.getSimpleName());
            }
            if (plain.isSealed()) {
                Arrays.stream(plain.getPermittedSubclasses()).forEach(each -> collect(each, found, seen));
            }
            if (plain.isRecord()) {
                for (RecordComponent component : plain.getRecordComponents()) {
                    collect(component.getGenericType(), found, seen);
                }
            }
        }
    }

    static String bounds() {
        StringBuilder table = new StringBuilder("| Bound | Value |\n|---|---|\n");
        for (Field field : Bounds.class.getDeclaredFields()) {
            if (Modifier.isPublic(field.getModifiers()) && Modifier.isStatic(field.getModifiers())) {
                table.append("| `").append(field.getName()).append("` | ").append(value(field)).append(" |\n");
            }
        }
        return table.toString();
    }

    private static String value(Field field) {
        try {
            return String.format(Locale.ROOT, "%,d", ((Number) field.get(null)).longValue());
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    static String golden(List<Path> files) throws IOException {
        StringBuilder table = new StringBuilder("| File | Bytes | SHA-256 |\n|---|---|---|\n");
        for (Path file : files) {
            byte[] bytes = Files.readAllBytes(file);
            table.append("| `").append(GoldenFiles.name(file)).append("` | ").append(bytes.length).append(" | `")
                    .append(Sha256.of(bytes).hex()).append("` |\n");
        }
        return table.toString();
    }
}
