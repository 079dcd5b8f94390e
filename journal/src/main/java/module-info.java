// SPDX-License-Identifier: Apache-2.0

/** Records, fold, canonical form, digest chain, store contract and the SQLite store. */
module dev.counterfoil.journal {
    requires static org.jspecify;
    requires com.fasterxml.jackson.core;
    requires java.sql;
    requires org.xerial.sqlitejdbc;

    exports dev.counterfoil.journal;
    exports dev.counterfoil.journal.canonical;
    exports dev.counterfoil.journal.chain;
    exports dev.counterfoil.journal.dump;
    exports dev.counterfoil.journal.fold;
    exports dev.counterfoil.journal.ownership;
    exports dev.counterfoil.journal.record;
    exports dev.counterfoil.journal.sqlite;
    exports dev.counterfoil.journal.store;
    exports dev.counterfoil.journal.wire;
}
