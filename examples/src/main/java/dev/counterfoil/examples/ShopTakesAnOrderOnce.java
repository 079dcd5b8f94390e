// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.examples;

import dev.counterfoil.receiver.Effect;
import dev.counterfoil.receiver.Receiver;
import dev.counterfoil.receiver.ReceiverSettings;
import dev.counterfoil.receiver.operation.Delivery;
import dev.counterfoil.receiver.operation.Operation;
import dev.counterfoil.receiver.operation.Payload;
import dev.counterfoil.receiver.receipt.Answer;
import dev.counterfoil.receiver.sqlite.ReceiverFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.List;

/**
 * The other side of the wire: a shop whose customers ask again where they heard nothing. An order's row and its receipt are written in one
 * transaction of the shop's own database, so both are there or neither, and the same order again is answered and not taken again.
 *
 * <p>Confined to the thread that runs it.
 */
public final class ShopTakesAnOrderOnce {
    private final Receiver receiver;

    private ShopTakesAnOrderOnce(Receiver receiver) {
        this.receiver = receiver;
    }

    /**
     * Tells the story.
     *
     * @param arguments the shop's database
     * @throws IOException where no directory can be made for it
     * @throws SQLException where the shop's own table cannot be made or read
     */
    public static void main(String[] arguments) throws IOException, SQLException {
        Path file = arguments.length > 0 ? Path.of(arguments[0]) : Files.createTempDirectory("counterfoil").resolve("shop.db");
        story(file).forEach(System.out::println);
    }

    static List<String> story(Path file) throws SQLException {
        try (ReceiverFile database = ReceiverFile.open(file); Connection books = database.dataSource().getConnection();
                Statement statement = books.createStatement()) {
            // A shop that has a database already gives its data source instead, once to Receiver.install and then to Receiver.on.
            statement.execute("create table if not exists purchase(effect_id integer primary key, sku text, quantity integer)");
            ShopTakesAnOrderOnce shop =
                    new ShopTakesAnOrderOnce(Receiver.on(database.dataSource(), ReceiverSettings.EMBEDDED, InstantSource.system()));
            return List.of(
                    shop.take("customer-7/order-1", "P7", 2),
                    shop.take("customer-7/order-1", "P7", 2),
                    shop.take("customer-7/order-1", "P7", 200),
                    shop.take("customer-7/order-2", "P8", -1),
                    shop.take("customer-7/order-2", "P8", 1),
                    "in the shop's books: " + purchases(statement));
        }
    }

    /** The key is the customer's; the payload is what arrived, byte for byte. */
    private String take(String key, String sku, int quantity) {
        Delivery delivery = new Delivery(Operation.of("shop/purchase", key), Payload.utf8(sku + " " + quantity));
        try {
            Answer answer = receiver.deliver(delivery, purchase(sku, quantity));
            if (answer instanceof Answer.Accepted accepted) {
                return "taken as purchase " + accepted.effectId();
            }
            if (answer instanceof Answer.Replayed replayed) {
                return "had been taken as purchase " + replayed.effectId();
            }
            return answer instanceof Answer.Conflict ? "not taken: the key belongs to another order" : "not taken: " + answer;
        } catch (IllegalArgumentException e) {
            return "not taken: " + e.getMessage();
        }
    }

    /** Whatever it throws undoes its row and the receipt with it: the key is as new. */
    private static Effect purchase(String sku, int quantity) {
        return (connection, effectId) -> {
            try (PreparedStatement insert = connection.prepareStatement("insert into purchase values (?, ?, ?)")) {
                insert.setLong(1, effectId);
                insert.setString(2, sku);
                insert.setInt(3, quantity);
                insert.executeUpdate();
            }
            if (quantity < 1) {
                throw new IllegalArgumentException("a quantity is 1 or more");
            }
        };
    }

    private static int purchases(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery("select count(*) from purchase")) {
            return row.next() ? row.getInt(1) : 0;
        }
    }
}
