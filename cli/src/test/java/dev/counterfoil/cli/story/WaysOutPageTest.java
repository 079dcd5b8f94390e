// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.story;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** docs/WAYS_OUT.md, followed: one reply is lost, and each way out of the doubt is gone. */
@Tag("once")
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class WaysOutPageTest {
    @TempDir
    private Path directory;

    private boolean followedToItsEnd;

    /** A port that nobody has now; the page's service takes it again each time that it begins anew. */
    private static String freePort() throws IOException {
        try (ServerSocket one = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return Integer.toString(one.getLocalPort());
        }
    }

    /** A page that is not followed to its end leaves a service, and a sender, that may be frozen. */
    @AfterEach
    void nobody_is_left() throws IOException {
        for (String name : List.of("service.pid", "sender.pid")) {
            Path file = directory.resolve(name);
            if (!followedToItsEnd && Files.exists(file)) {
                ProcessHandle.of(Long.parseLong(Files.readString(file).strip())).ifPresent(ProcessHandle::destroyForcibly);
            }
        }
    }

    @Test
    void block_after_block_it_prints_what_the_page_says() throws IOException, InterruptedException {
        FollowedPage page = FollowedPage.in(directory, "WAYS_OUT.md");
        List<FollowedPage.Block> blocks = page.blocks();
        assertTrue(blocks.size() >= 10, blocks.size() + " blocks");
        String port = freePort();
        for (FollowedPage.Block block : blocks) {
            FollowedPage.Ended ended = page.followed(block, port);
            assertEquals(FollowedPage.comparable(block.printed()), FollowedPage.comparable(ended.out()),
                    () -> block.typed() + "\n" + ended.status());
        }
        followedToItsEnd = true;
        assertTrue(page.complaints().contains("pump-6: unavailable, attempt 0 was decided elsewhere before its answer came"),
                page.complaints());
    }
}
