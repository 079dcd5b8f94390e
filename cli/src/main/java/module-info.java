// SPDX-License-Identifier: Apache-2.0

/** The commands; the only code that prints, reads the environment or exits. */
module dev.counterfoil.cli {
    requires static org.jspecify;
    requires dev.counterfoil.fixtures;
    requires dev.counterfoil.http;
    requires dev.counterfoil.journal;
    requires dev.counterfoil.receiver;
    requires dev.counterfoil.scheduler;
    requires info.picocli;
    requires java.logging;
    requires java.sql;
    // The receiver serves with it where somebody brings it.
    requires org.eclipse.jetty.server;
    // Signals: sun.misc.Signal lives there, and no other module brings it.
    requires jdk.unsupported;

    opens dev.counterfoil.cli to info.picocli;
    opens dev.counterfoil.cli.command to info.picocli;
}
