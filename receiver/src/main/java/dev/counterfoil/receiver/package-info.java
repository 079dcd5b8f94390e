// SPDX-License-Identifier: Apache-2.0

/**
 * The idempotent receiver: the other side of the wire. It does what an operation asks for once, and says the same again to whoever asks
 * again. {@link dev.counterfoil.receiver.Receiver} is the way in; it shares no type with the sender, as the network would have it.
 *
 * <pre>{@code
 * try (ReceiverFile file = ReceiverFile.open(path)) {
 *     Receiver receiver = Receiver.on(file.dataSource(), ReceiverSettings.STAND_ALONE, clock);
 *     Delivery delivery = new Delivery(Operation.of("acme/orders", "order-17"), Payload.of(bytes));
 *     Answer answer = receiver.deliver(delivery, Effect.NONE);
 * }
 * }</pre>
 *
 * <ul>
 *   <li>{@link dev.counterfoil.receiver.Receiver#deliver deliver}: the effect writes through the connection that it is given, and stays or
 *       goes with its receipt. First time: {@code Accepted}; again: {@code Replayed}, and nothing is done.
 *   <li>{@link dev.counterfoil.receiver.Receiver#claim claim}, then {@link dev.counterfoil.receiver.Receiver#complete complete} or
 *       {@link dev.counterfoil.receiver.Receiver#reject reject}: an effect that cannot join a transaction. Whoever claimed it and died left
 *       it pending; it stays so until somebody {@link dev.counterfoil.receiver.Receiver#takeOver takes it over}, naming the claim that he
 *       saw, or {@link dev.counterfoil.receiver.Receiver#settle settles} it with evidence. No lease runs out.
 *   <li>{@link dev.counterfoil.receiver.Receiver#perform perform}: without a key; a new effect each time.
 *   <li>{@link dev.counterfoil.receiver.Receiver#lookup lookup}, {@link dev.counterfoil.receiver.Receiver#close close} and
 *       {@link dev.counterfoil.receiver.Receiver#purge purge}: what is known, making absence final, and forgetting payloads.
 * </ul>
 *
 * <p>It works on a {@link javax.sql.DataSource} of the host's, whoever pools its connections: on SQLite, through
 * {@link dev.counterfoil.receiver.sqlite.ReceiverFile} or not, and on H2, which every build tests; on PostgreSQL, whose SQL it knows; and
 * on what speaks SQL as H2 does, once the published contract suite has passed there. MySQL, MariaDB, SQL Server and Oracle do not: they
 * refuse the tables. {@link dev.counterfoil.receiver.Receiver#install install} makes three tables beside the host's.
 *
 * <p>It will not make a remote effect happen once: between claim and completion only the effect's own receiver can.
 */
@NullMarked
package dev.counterfoil.receiver;

import org.jspecify.annotations.NullMarked;
