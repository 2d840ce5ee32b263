package io.github.dynamooutbox.examples.orders;

import static io.github.dynamooutbox.test.OutboxAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.test.InMemoryOutbox;
import io.github.dynamooutbox.testdynamodb.DynamoDbExtension;
import io.github.dynamooutbox.testdynamodb.TestTable;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How a service's tests look: its conditions are evaluated, and what it publishes is listed. */
class OrderEventsIT {
  private static final String TABLE = AwsUnderTest.unique("events");

  private static final DynamoDbExtension LOCAL = DynamoDbExtension.with(TestTable.named(TABLE));

  @RegisterExtension
  static final DynamoDbExtension DYNAMODB = AwsUnderTest.endpoint().map(LOCAL::at).orElse(LOCAL);

  private final InMemoryOutbox outbox =
      InMemoryOutbox.on(DYNAMODB.client(), TABLE, OrderService.SOURCE);

  private final OrderService service = new OrderService(outbox.client(), TABLE);

  @Test
  void placingAnOrderPublishesItAndReservesItsStock() {
    service.receiveStock("lamp-1", 5);

    service.place("1", "ann", Map.of("lamp-1", 2));

    assertThat(outbox).publishedInOrder("StockReceived", "OrderPlaced", "StockReserved");
    assertThat(outbox)
        .published("OrderPlaced")
        .of("Order", "1")
        .atVersion(1)
        .withHeader("channel", "web");
  }

  @Test
  void orderThatIsPlacedTwiceIsRefusedAndPublishesNothing() {
    service.receiveStock("lamp-2", 5);
    service.place("2", "ann", Map.of("lamp-2", 1));
    int published = outbox.events().size();

    assertThatExceptionOfType(OrderException.class)
        .isThrownBy(() -> service.place("2", "ann", Map.of("lamp-2", 1)))
        .withMessage("order 2 already exists");

    org.assertj.core.api.Assertions.assertThat(outbox.events()).hasSize(published);
  }

  @Test
  void orderGoesThroughItsVersions() {
    service.receiveStock("lamp-3", 5);
    service.place("3", "ann", Map.of("lamp-3", 1));
    service.pay("3");
    service.ship("3");

    assertThat(outbox).published("OrderPaid").of("Order", "3").atVersion(2);
    assertThat(outbox).published("OrderShipped").of("Order", "3").atVersion(3);
  }
}
