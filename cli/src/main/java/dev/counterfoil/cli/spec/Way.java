// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.spec;

import dev.counterfoil.journal.canonical.Json;
import dev.counterfoil.scheduler.exec.ExecCommand;
import java.util.Collection;
import java.util.Locale;

/** How a provider is called, as it is written and stored: no secret is in it, only references to some. Immutable. */
public sealed interface Way {
    /**
     * What to do with each.
     *
     * @param <T> what comes of it
     */
    interface Cases<T> {
        /**
         * A program is started.
         *
         * @param command the program
         * @return what comes of it
         */
        T exec(ExecCommand command);

        /**
         * An endpoint is called.
         *
         * @param form where, with what head
         * @return what comes of it
         */
        T http(HttpForm form);
    }

    /**
     * Tells them apart.
     *
     * @param cases what to do with each
     * @param <T> what comes of it
     * @return what came of it
     */
    <T> T match(Cases<T> cases);

    /**
     * A program is started.
     *
     * @param command the program
     */
    record Exec(ExecCommand command) implements Way {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.exec(command);
        }
    }

    /**
     * An endpoint is called.
     *
     * @param form where, with what head
     */
    record Http(HttpForm form) implements Way {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.http(form);
        }
    }

    /** The stored form, under the name of the kind. */
    default Json.ObjectBuilder put(Json.ObjectBuilder object) {
        return match(new Cases<>() {
            @Override
            public Json.ObjectBuilder exec(ExecCommand command) {
                return object.put("exec", stored(command));
            }

            @Override
            public Json.ObjectBuilder http(HttpForm form) {
                return object.put("http", form.json());
            }
        });
    }

    private static Json stored(ExecCommand command) {
        return Json.object()
                .put("command", Json.array(command.command().stream().map(Json::text).toList()))
                .put("rejected_exit_codes", numbers(command.exitCodes().rejected()))
                .put("retryable_exit_codes", numbers(command.exitCodes().retryable()))
                .put("permanent_exit_codes", numbers(command.exitCodes().permanent()))
                .put("stdin", word(command.stdin()))
                .put("stderr", word(command.stderr()))
                .build();
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** Numbers in their order. */
    static Json numbers(Collection<Integer> codes) {
        return Json.array(codes.stream().map(Json::whole).toList());
    }
}
