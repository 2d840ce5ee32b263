package io.github.dynamooutbox.examples.orders;

import static io.github.dynamooutbox.test.OutboxAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.test.InMemoryOutbox;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How a service's unit tests look: no server, and the rules of the real outbox. */
class OrderServiceTest {
  private final InMemoryOutbox outbox = InMemoryOutbox.of("orders", OrderService.SOURCE);
  private final OrderService service = new OrderService(outbox.client(), "orders");

  @Test
  void placingAnOrderPublishesItAndReservesItsStock() {
    service.receiveStock("lamp", 5);

    service.place("1", "ann", Map.of("lamp", 2));

    assertThat(outbox).publishedInOrder("StockReceived", "OrderPlaced", "StockReserved");
    assertThat(outbox)
        .published("OrderPlaced")
        .of("Order", "1")
        .atVersion(1)
        .withHeader("channel", "web");
  }

  @Test
  void orderThatIsPlacedTwiceIsRefusedAndPublishesNothing() {
    service.receiveStock("lamp", 5);
    service.place("1", "ann", Map.of("lamp", 1));
    int published = outbox.events().size();

    assertThatExceptionOfType(OrderException.class)
        .isThrownBy(() -> service.place("1", "ann", Map.of("lamp", 1)))
        .withMessage("order 1 already exists");

    org.assertj.core.api.Assertions.assertThat(outbox.events()).hasSize(published);
  }

  @Test
  void orderGoesThroughItsVersions() {
    service.receiveStock("lamp", 5);
    service.place("1", "ann", Map.of("lamp", 1));
    service.pay("1");
    service.ship("1");

    assertThat(outbox).published("OrderPaid").of("Order", "1").atVersion(2);
    assertThat(outbox).published("OrderShipped").of("Order", "1").atVersion(3);
  }
}
