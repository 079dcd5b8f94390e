// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** One connection of the sender: its request carried to the receiver, and the answer back. Confined to its thread, but for the futures. */
final class Exchange implements Runnable {
    private final Socket sender;
    private final Wire wire;
    private final int run;
    private final CompletableFuture<Void> over = new CompletableFuture<>();
    private volatile Optional<Halt> halt = Optional.empty();

    Exchange(Socket sender, Wire wire, int run) {
        this.sender = sender;
        this.wire = wire;
        this.run = run;
    }

    /** Is completed when nothing more can come of it. */
    CompletableFuture<Void> over() {
        return over;
    }

    /** Whether it stands still until it is told to go on. */
    boolean isHalted() {
        return halt.filter(Halt::isWaiting).isPresent();
    }

    @Override
    public void run() {
        try (sender) {
            Optional<Request> come = Request.read(sender.getInputStream());
            if (come.isPresent()) {
                halt = wire.noted(new Sent(run, come.get()));
                carry(come.get());
            }
        } catch (IOException gone) {
            // One of the two is gone, or the wire was cut: the other sees its connection end.
            return;
        } finally {
            over.complete(null);
        }
    }

    private void at(Step.Point point) throws IOException {
        if (halt.isPresent()) {
            halt.get().at(point);
        }
    }

    private void before(Step.Point point) throws IOException {
        if (halt.isPresent()) {
            halt.get().before(point);
        }
    }

    private boolean isHaltedAt(Step.Point point) {
        return halt.filter(one -> one.isAt(point)).isPresent();
    }

    private int permille() {
        return halt.orElseThrow().kill().permille();
    }

    private void carry(Request request) throws IOException {
        at(Step.Point.COME);
        List<Request> handedOn = wire.tampering().handedOn(request);
        for (Request other : handedOn.subList(1, handedOn.size())) {
            aside(other);
        }
        URI behind = wire.behind();
        try (Socket receiver = new Socket(behind.getHost(), behind.getPort())) {
            hand(handedOn.get(0), receiver);
            Optional<Request> answer = Request.read(receiver.getInputStream());
            if (answer.isPresent()) {
                at(Step.Point.REPLIED);
                answer(wire.tampering().answered(answer.get()));
            }
        }
    }

    private void hand(Request request, Socket receiver) throws IOException {
        OutputStream out = receiver.getOutputStream();
        byte[] all = request.bytes();
        int from = 0;
        if (isHaltedAt(Step.Point.PART_OF_REQUEST)) {
            from = sentPart(request, out);
            at(Step.Point.PART_OF_REQUEST);
        }
        before(Step.Point.READ);
        out.write(all, from, all.length - from);
        if (isHaltedAt(Step.Point.READ)) {
            SocketQueues.awaitRead(receiver.getPort(), receiver.getLocalPort());
            at(Step.Point.READ);
        }
    }

    private int sentPart(Request message, OutputStream out) throws IOException {
        byte[] part = message.part(permille());
        out.write(part);
        return part.length;
    }

    private void answer(Request answer) throws IOException {
        OutputStream out = sender.getOutputStream();
        byte[] all = answer.bytes();
        int from = 0;
        if (isHaltedAt(Step.Point.PART_OF_ANSWER)) {
            from = sentPart(answer, out);
            at(Step.Point.PART_OF_ANSWER);
        }
        before(Step.Point.TAKEN);
        out.write(all, from, all.length - from);
        if (isHaltedAt(Step.Point.TAKEN)) {
            // The sender closes the connection when it has read the answer.
            InputStream in = sender.getInputStream();
            while (in.read() >= 0) {
                continue;
            }
            at(Step.Point.TAKEN);
        }
    }

    private void aside(Request request) throws IOException {
        try (Socket receiver = new Socket(wire.behind().getHost(), wire.behind().getPort())) {
            receiver.getOutputStream().write(request.bytes());
            Request.read(receiver.getInputStream());
        }
    }
}
