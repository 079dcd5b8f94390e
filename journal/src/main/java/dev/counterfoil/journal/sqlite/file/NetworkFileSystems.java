// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.file;

import dev.counterfoil.journal.store.StoreException;
import dev.counterfoil.journal.store.StoreProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;

/**
 * File systems on which several hosts write one file. SQLite's write-ahead log lives in memory that its processes share and in locks that
 * must hold: between hosts the first does not exist and the second often do not, and a journal there breaks without a word. So it is not
 * written there, and there is no option to do it all the same: a local disk is what is asked for. Reading is allowed.
 *
 * <p>It goes by the type that the system names. One that it names otherwise, as what a virtual machine shares with its own host, is not
 * seen here; where such a file system cannot share memory, SQLite says so when the journal is opened. Thread-safe.
 */
public final class NetworkFileSystems {
    private static final Set<String> TYPES = Set.of(
            "nfs", "nfs3", "nfs4", "cifs", "smb2", "smb3", "smbfs", "ncpfs", "afs", "afpfs", "coda", "webdav", "davfs", "davfs2",
            "ceph", "glusterfs", "lustre", "gpfs", "beegfs", "orangefs", "pvfs2", "panfs", "ocfs2", "gfs", "gfs2",
            "fuse.ceph", "fuse.ceph-fuse", "fuse.glusterfs", "fuse.sshfs", "fuse.davfs", "fuse.davfs2", "fuse.smbnetfs", "fuse.curlftpfs",
            "fuse.s3fs", "fuse.gcsfuse", "fuse.goofys", "fuse.mountpoint-s3", "fuse.rclone", "fuse.juicefs", "fuse.seaweedfs",
            "fuse.moosefs", "fuse.mfs", "fuse.lizardfs", "fuse.blobfuse", "fuse.blobfuse2");

    private NetworkFileSystems() {}

    /** Tells the type of the file system that a path lies on; the system's, or a test's. */
    public interface Look {
        /** The system's. */
        Look SYSTEM = path -> Files.getFileStore(path).type();

        /** The type. */
        String type(Path path) throws IOException;
    }

    /** Whether several hosts write on file systems of a type. */
    static boolean isShared(String type) {
        return TYPES.contains(type.toLowerCase(Locale.ROOT));
    }

    /**
     * Refuses a journal that lies, or would lie, on such a file system. Where the type cannot be told it is not refused.
     *
     * @param path the journal, which need not be there
     * @param look tells the type
     * @throws StoreException where it does
     */
    public static void refuse(Path path, Look look) {
        String type;
        try {
            type = look.type(Files.exists(path) ? path : JournalFile.directoryOf(path));
        } catch (IOException | SecurityException unknown) {
            return;
        }
        if (isShared(type)) {
            throw new StoreException(StoreProblem.NETWORK_FILE_SYSTEM, path.toString(), "it lies on a file system of the type " + type
                    + ", which other hosts can write too and which no locks of ours protect; put it on a local disk");
        }
    }
}
