package io.github.dynamooutbox.examples.orders;

import io.github.dynamooutbox.examples.orders.OrderEvents.OrderCancelled;
import io.github.dynamooutbox.examples.orders.OrderEvents.OrderPaid;
import io.github.dynamooutbox.examples.orders.OrderEvents.OrderPlaced;
import io.github.dynamooutbox.examples.orders.OrderEvents.OrderShipped;
import io.github.dynamooutbox.examples.orders.OrderEvents.PaymentCaptured;
import io.github.dynamooutbox.examples.orders.OrderEvents.PaymentRefunded;
import io.github.dynamooutbox.examples.orders.OrderEvents.ShipmentDispatched;
import io.github.dynamooutbox.examples.orders.OrderEvents.ShipmentPacked;
import io.github.dynamooutbox.examples.orders.OrderEvents.StockReceived;
import io.github.dynamooutbox.examples.orders.OrderEvents.StockReleased;
import io.github.dynamooutbox.examples.orders.OrderEvents.StockReserved;
import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.writer.CommitResult;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.Outbox;
import io.github.dynamooutbox.writer.OutboxTransaction;
import io.github.dynamooutbox.writer.PreconditionFailedException;
import java.util.Map;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Places, pays, ships and cancels orders. Each method is one transaction: it changes its items and
 * raises their events, or does neither.
 *
 * <p>A method loads what it changes, decides, and commits under the condition that it has not
 * changed in the meantime; if it has, the method starts over (see {@link Outbox#commit}). It
 * returns what was committed, and throws {@link OrderException} if the order's state does not allow
 * the change. Thread-safe.
 */
public final class OrderService {
  /** The CloudEvents source of all events of this service. */
  public static final String SOURCE = "/shop/orders";

  private final Outbox outbox;
  private final OrderTable table;

  /** Creates a service with its items and its outbox in one table. The caller owns the client. */
  public OrderService(DynamoDbClient client, String table) {
    this.outbox = Outbox.builder(client).table(table).source(SOURCE).build();
    this.table = new OrderTable(client, table);
  }

  /** Receives the first goods of a new kind. */
  public CommitResult receiveStock(String sku, int quantity) {
    Stock stock = Stock.received(sku, quantity);
    return outbox
        .transaction()
        .add(table.write(stock))
        .events(stock.aggregate(), Event.of("StockReceived", new StockReceived(sku, quantity)))
        .commit();
  }

  /**
   * Places an order. Changes several aggregates in one transaction: the order, and the stock of
   * each item in it.
   */
  public CommitResult place(String orderId, String customer, Map<String, Integer> quantities) {
    return outbox.commit(
        () -> {
          Order order = Order.placed(orderId, customer, quantities);
          OutboxTransaction transaction =
              outbox
                  .transaction()
                  .add(table.write(order))
                  // The version becomes the sequence of the event, which shows consumers order and
                  // gaps.
                  .events(
                      order.aggregate(),
                      Event.of(
                              "OrderPlaced",
                              new OrderPlaced(orderId, customer, quantities, order.totalCents()))
                          .header("channel", "web"));
          quantities.forEach((sku, quantity) -> reserve(transaction, orderId, sku, quantity));
          return describe(transaction, order);
        },
        refusal -> isNotThere(refusal, orderId));
  }

  /** Captures the payment of an order. */
  public CommitResult pay(String orderId) {
    return outbox.commit(
        () -> {
          Order order = table.order(orderId).paid();
          Payment payment = Payment.captured(order);
          long amount = payment.amountCents();
          return describe(
              outbox
                  .transaction()
                  .add(table.write(order))
                  .add(table.write(payment))
                  .events(
                      order.aggregate(),
                      Event.of("OrderPaid", new OrderPaid(orderId, payment.id(), amount)))
                  .events(
                      payment.aggregate(),
                      Event.of("PaymentCaptured", new PaymentCaptured(payment.id(), amount))),
              order);
        });
  }

  /**
   * Hands a paid order to the carrier. Several events of one aggregate in one transaction: they are
   * published in this order.
   */
  public CommitResult ship(String orderId) {
    return outbox.commit(
        () -> {
          Order order = table.order(orderId).shipped();
          Shipment shipment = Shipment.dispatched(order);
          return describe(
              outbox
                  .transaction()
                  .add(table.write(order))
                  .add(table.write(shipment))
                  .events(
                      shipment.aggregate(),
                      Event.of("ShipmentPacked", new ShipmentPacked(shipment.id(), orderId)),
                      Event.of("ShipmentDispatched", new ShipmentDispatched(shipment.id())))
                  .events(
                      order.aggregate(),
                      Event.of("OrderShipped", new OrderShipped(orderId, shipment.id()))),
              order);
        });
  }

  /** Cancels an order before it is shipped: releases its stock, and refunds it if it was paid. */
  public CommitResult cancel(String orderId, String reason) {
    return outbox.commit(
        () -> {
          Order before = table.order(orderId);
          Order order = before.cancelled();
          OutboxTransaction transaction =
              outbox
                  .transaction()
                  .add(table.write(order))
                  .events(
                      order.aggregate(),
                      Event.of("OrderCancelled", new OrderCancelled(orderId, reason)));
          order
              .quantities()
              .forEach((sku, quantity) -> release(transaction, orderId, sku, quantity));
          if (before.status() == Order.Status.PAID) {
            refund(transaction, orderId);
          }
          return describe(transaction, order);
        });
  }

  /** All orders by id; reads the whole table. */
  public Map<String, OrderTotal> totals() {
    return table.orders().stream()
        .collect(
            Collectors.toMap(
                Order::id, order -> new OrderTotal(order.version(), order.totalCents())));
  }

  private void reserve(OutboxTransaction transaction, String orderId, String sku, int quantity) {
    Stock stock = table.stock(sku).reserve(quantity);
    transaction
        .add(table.write(stock))
        .events(
            stock.aggregate(),
            Event.of("StockReserved", new StockReserved(sku, orderId, quantity)));
  }

  private void release(OutboxTransaction transaction, String orderId, String sku, int quantity) {
    Stock stock = table.stock(sku).release(quantity);
    transaction
        .add(table.write(stock))
        .events(
            stock.aggregate(),
            Event.of("StockReleased", new StockReleased(sku, orderId, quantity)));
  }

  private void refund(OutboxTransaction transaction, String orderId) {
    Payment payment = table.payment(Payment.idFor(orderId)).refund();
    transaction
        .add(table.write(payment))
        .events(
            payment.aggregate(),
            Event.of("PaymentRefunded", new PaymentRefunded(payment.id(), payment.amountCents())));
  }

  /**
   * Refuses an order that exists. It has events, so its first version is taken, and deciding again
   * does not help.
   */
  private static boolean isNotThere(PreconditionFailedException refusal, String orderId) {
    boolean exists =
        refusal.takenVersions().stream()
            .anyMatch(taken -> taken.aggregate().equals(new AggregateKey(Order.TYPE, orderId)));
    if (exists) {
      throw new OrderException("order " + orderId + " already exists", refusal);
    }
    return true;
  }

  private static OutboxTransaction describe(OutboxTransaction transaction, Order order) {
    return transaction.correlationId(order.id()).user(order.customer());
  }
}
