package io.github.dynamooutbox.examples.orders;

import java.util.Map;

/**
 * The payloads of the service's events. Jackson serialises them as JSON once, when they are
 * committed. Consumers depend on their form, so they are separate types and not the items of the
 * table.
 */
public final class OrderEvents {
  private OrderEvents() {}

  public record OrderPlaced(
      String orderId, String customer, Map<String, Integer> quantities, long totalCents) {
    public OrderPlaced {
      quantities = Map.copyOf(quantities);
    }
  }

  public record OrderPaid(String orderId, String paymentId, long amountCents) {}

  public record OrderShipped(String orderId, String shipmentId) {}

  public record OrderCancelled(String orderId, String reason) {}

  public record PaymentCaptured(String paymentId, long amountCents) {}

  public record PaymentRefunded(String paymentId, long amountCents) {}

  public record ShipmentPacked(String shipmentId, String orderId) {}

  public record ShipmentDispatched(String shipmentId) {}

  public record StockReceived(String sku, int quantity) {}

  public record StockReserved(String sku, String orderId, int quantity) {}

  public record StockReleased(String sku, String orderId, int quantity) {}
}
