// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.cli.output.Console;
import dev.counterfoil.cli.output.ExitStatus;
import dev.counterfoil.cli.output.JsonLine;
import dev.counterfoil.receiver.Receiver;
import dev.counterfoil.receiver.ReceiverSettings;
import dev.counterfoil.receiver.StandAloneDesk;
import dev.counterfoil.receiver.http.BoundAddress;
import dev.counterfoil.receiver.http.ReceiverServer;
import dev.counterfoil.receiver.http.ServerSettings;
import dev.counterfoil.receiver.sqlite.ReceiverFile;
import dev.counterfoil.scheduler.time.SystemTime;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Serves a receiver over HTTP until it is told to stop. Confined. */
@Command(name = "serve", sortOptions = false,
        description = "Serves the receiver over HTTP, and makes its file where nothing is. Prints where it listens once it does. SIGTERM "
                + "and SIGINT let requests that are under way finish, and end it within 10 s with 0.")
final class ReceiverServe implements Callable<Integer> {
    private final Console console;

    @Mixin
    private ReceiverFileOption db = new ReceiverFileOption();

    @Option(names = "--host", paramLabel = "H", defaultValue = "127.0.0.1",
            description = "The address to listen on; 127.0.0.1 by default. It asks nobody who he is and speaks no TLS.")
    private String host = "127.0.0.1";

    @Option(names = "--port", paramLabel = "N", defaultValue = "0", description = "The port; any free one by default, as 0.")
    private int port;

    @Option(names = "--retention", paramLabel = "D",
            description = "How long receipts are kept from their commit, as 720h, or forever. The file keeps it, for all operations that "
                    + "end from now on, settled ones too; by default what it says already, for ever in a new one.")
    private Optional<String> retention = Optional.empty();

    @Option(names = "--max-body", paramLabel = "N", defaultValue = "1048576", description = "Most bytes of a payload; 1048576 by default.")
    private int maxBody = ServerSettings.BODY_BYTES;

    private ReceiverServe(Console console) {
        this.console = console;
    }

    static CommandLine line(Console console) {
        return new CommandLine(new ReceiverServe(console));
    }

    /** Any signal ends the wait; a third ends the process as it is. */
    private record Stopping(CountDownLatch latch) implements StopSignals.Stoppable {
        @Override
        public void stop() {
            latch.countDown();
        }

        @Override
        public void stopNow() {
            latch.countDown();
        }
    }

    @Override
    public Integer call() throws InterruptedException {
        ReceiverSettings settings = ReceiverRetention.settings("--retention", retention);
        ReceiverFileOption.read("--port", () -> new ServerSettings(host, port, 0));
        ServerSettings listening = ReceiverFileOption.read("--max-body", () -> new ServerSettings(host, port, maxBody));
        CountDownLatch stopped = new CountDownLatch(1);
        // The address first: a file is made only where it will be served.
        try (StopSignals signals = StopSignals.listening(); MemoryOut memory = MemoryOut.listening(console);
                BoundAddress address = BoundAddress.of(listening); ReceiverFile file = ReceiverFile.open(db.file())) {
            signals.tell(new Stopping(stopped));
            Receiver receiver = Receiver.on(file.dataSource(), settings, SystemTime.wall());
            try (ReceiverServer server = ReceiverServer.start(new StandAloneDesk(receiver), address, memory)) {
                console.line(new JsonLine().put("listening", server.address().toString()).toString());
                requireHeard();
                stopped.await();
            }
        }
        return ExitStatus.DONE.code();
    }

    private void requireHeard() {
        if (console.isOutputLost()) {
            throw new CommandException(ExitStatus.UNEXPECTED,
                    "stdout: where it listens could not be written, so nobody would know; give > /dev/null where nobody is to");
        }
    }
}
