// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.story;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** docs/LOST_REPLY.md, followed. */
@Tag("once")
final class LostReplyPageTest {
    private static final String KILL = "run --journal orders.journal --spec inspection.json\n";
    private static final int KILLED = 137;

    @TempDir
    private Path directory;

    @Test
    void block_after_block_it_prints_what_the_page_says() throws IOException, InterruptedException {
        FollowedPage page = FollowedPage.in(directory, "LOST_REPLY.md");
        Iterator<FollowedPage.Block> blocks = page.blocks().iterator();
        FollowedPage.Block serve = blocks.next();
        Process receiver = page.typed("exec " + serve.typed().replace(FollowedPage.PORT, "0"));
        try {
            String listening = new BufferedReader(new InputStreamReader(receiver.getInputStream(), StandardCharsets.UTF_8)).readLine();
            String port = listening.replaceAll("\\D+", " ").strip().replaceAll(".* ", "");
            assertEquals(serve.printed().strip(), listening.replace(port, FollowedPage.PORT));
            int followed = 0;
            while (blocks.hasNext()) {
                FollowedPage.Block block = blocks.next();
                FollowedPage.Ended ended = page.followed(block, port);
                assertEquals(block.printed(), ended.out(), block.typed());
                assertEquals(block.typed().endsWith(KILL), ended.status() == KILLED, block.typed() + ended.status() + page.complaints());
                followed++;
            }
            assertTrue(followed >= 8, followed + " blocks");
        } finally {
            receiver.destroy();
            assertTrue(receiver.waitFor(120, TimeUnit.SECONDS));
        }
        assertEquals("{\"state\":\"completed\",\"effect_id\":1}", Files.readString(directory.resolve("lost.txt")));
    }
}
