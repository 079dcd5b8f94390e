// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;

/**
 * Warns of a journal on a network file system: the locks and the shared index of the log hold on one host only, and often not even there.
 * It does not refuse, since a mount may be used by one host alone, nor can it know every kind of mount.
 */
final class RemoteFiles {
    /** As the system names them; those of the kind {@code fuse.NAME} are compared without their prefix. */
    private static final Set<String> TYPES = Set.of("nfs", "nfs4", "cifs", "smbfs", "smb2", "smb3", "afs", "ncpfs", "ceph", "glusterfs",
            "sshfs", "davfs", "davfs2", "lustre", "beegfs", "gpfs", "s3fs", "gcsfuse", "rclone");

    private static final Logger LOG = System.getLogger(RemoteFiles.class.getName());

    private RemoteFiles() {}

    /** Names the type of the file system that a path is on; the system's, or a test's. */
    interface Typing {
        /** The type's name. */
        String type(Path path) throws IOException;
    }

    /** Warns where the journal is on one. */
    static void look(Path journal, Typing typing) {
        try {
            String type = typing.type(journal);
            if (isRemote(type)) {
                LOG.log(Level.WARNING, "{0} is on a network file system ({1}): two hosts that open it can damage it, and its locks may not"
                        + " hold; keep it on a local disk", journal, type);
            }
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "what file system {0} is on cannot be asked for", journal);
        }
    }

    static boolean isRemote(String type) {
        String name = type.toLowerCase(Locale.ROOT);
        return TYPES.contains(name.startsWith("fuse.") ? name.substring("fuse.".length()) : name);
    }
}
