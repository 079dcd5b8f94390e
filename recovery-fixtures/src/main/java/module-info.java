// SPDX-License-Identifier: Apache-2.0

/** The published test kit. JUnit is optional: only the contract suites need it. */
module dev.counterfoil.fixtures {
    requires static org.jspecify;
    requires static org.junit.jupiter.api;
    requires java.net.http;
    requires transitive dev.counterfoil.journal;
    requires transitive dev.counterfoil.receiver;
    requires transitive dev.counterfoil.scheduler;

    exports dev.counterfoil.fixtures.contract;
    exports dev.counterfoil.fixtures.crash;
    exports dev.counterfoil.fixtures.experiment;
    exports dev.counterfoil.fixtures.http;
    exports dev.counterfoil.fixtures.receiver;
    exports dev.counterfoil.fixtures.simulator;
    exports dev.counterfoil.fixtures.store;
    exports dev.counterfoil.fixtures.world;
}
