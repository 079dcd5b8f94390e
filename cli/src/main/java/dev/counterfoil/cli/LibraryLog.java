// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli;

import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * What libraries log in this process: one line each in our form and no stack trace, unless a configuration of logging was given. The
 * database driver's loader says nothing: it complains of files of its kind in the directory for temporary files, of other users and of
 * processes that end meanwhile, which nobody can do anything about; where no library can be loaded, that is told as the command's failure.
 */
final class LibraryLog {
    private static final String FORMAT = "java.util.logging.SimpleFormatter.format";

    /** Held here, since a logger that nobody holds forgets its level. */
    private static final Logger LOADER = Logger.getLogger("org.sqlite.SQLiteJDBCLoader");

    /** It tells of its start and its end, and its warnings quote what clients ask for. */
    private static final Logger SERVER = Logger.getLogger("org.eclipse.jetty");

    private LibraryLog() {}

    /** Before the first line is logged. */
    static void shape() {
        if (System.getProperty("java.util.logging.config.file") != null || System.getProperty("java.util.logging.config.class") != null) {
            return;
        }
        if (System.getProperty(FORMAT) == null) {
            System.setProperty(FORMAT, "counterfoil: %5$s%n");
        }
        LOADER.setLevel(Level.OFF);
        SERVER.setLevel(Level.SEVERE);
    }
}
