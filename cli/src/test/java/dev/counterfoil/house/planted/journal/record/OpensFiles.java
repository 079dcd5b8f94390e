// SPDX-License-Identifier: Apache-2.0

package dev.counterfoil.house.planted.journal.record;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Planted: opens a file. */
public final class OpensFiles {
    byte[] read(Path file) throws IOException {
        return Files.readAllBytes(file);
    }
}
