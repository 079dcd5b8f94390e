// SPDX-License-Identifier: Apache-2.0

/** Limits, admission, provider order, backoff, time, recovery decision, machine and runner. */
module dev.counterfoil.scheduler {
    requires static org.jspecify;
    requires transitive dev.counterfoil.journal;
    requires transitive java.sql;

    exports dev.counterfoil.scheduler;
    exports dev.counterfoil.scheduler.admission;
    exports dev.counterfoil.scheduler.backoff;
    exports dev.counterfoil.scheduler.budget;
    exports dev.counterfoil.scheduler.decision;
    exports dev.counterfoil.scheduler.dispatch;
    exports dev.counterfoil.scheduler.exec;
    exports dev.counterfoil.scheduler.forecast;
    exports dev.counterfoil.scheduler.jdbc;
    exports dev.counterfoil.scheduler.limits;
    exports dev.counterfoil.scheduler.lookup;
    exports dev.counterfoil.scheduler.machine;
    exports dev.counterfoil.scheduler.plan;
    exports dev.counterfoil.scheduler.provider;
    exports dev.counterfoil.scheduler.recovery;
    exports dev.counterfoil.scheduler.runner;
    exports dev.counterfoil.scheduler.time;
}
