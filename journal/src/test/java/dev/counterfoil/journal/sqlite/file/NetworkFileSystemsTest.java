// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.file;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.sqlite.file.NetworkFileSystems;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a journal may not lie, by the type that the system names. */
final class NetworkFileSystemsTest {
    @ParameterizedTest
    @ValueSource(strings = {"nfs", "nfs4", "NFS4", "cifs", "smb3", "smbfs", "ceph", "fuse.ceph-fuse", "glusterfs", "fuse.glusterfs",
            "lustre", "afs", "ocfs2", "gfs2", "fuse.sshfs", "fuse.s3fs", "fuse.rclone"})
    void several_hosts_write_here(String type) {
        assertTrue(NetworkFileSystems.isShared(type));
    }

    /** What is mounted by FUSE alone is local for all that is known, and so is what a host gives to its virtual machines. */
    @ParameterizedTest
    @ValueSource(strings = {"ext4", "xfs", "btrfs", "zfs", "tmpfs", "overlay", "apfs", "fuseblk", "fuse", "fuse.bindfs", "virtiofs",
            "9p", ""})
    void one_host_writes_here(String type) {
        assertFalse(NetworkFileSystems.isShared(type));
    }
}
