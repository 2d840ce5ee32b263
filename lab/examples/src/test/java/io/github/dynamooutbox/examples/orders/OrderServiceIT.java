package io.github.dynamooutbox.examples.orders;

import static io.github.dynamooutbox.test.OutboxAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.test.InMemoryOutbox;
import io.github.dynamooutbox.testdynamodb.DynamoDbExtension;
import io.github.dynamooutbox.testdynamodb.TestTable;
import io.github.dynamooutbox.writer.CommitResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** How a service's tests look: its conditions are evaluated, and what it publishes is listed. */
class OrderServiceIT {
  private static final String TABLE = AwsUnderTest.unique("orders");

  private static final DynamoDbExtension LOCAL = DynamoDbExtension.with(TestTable.named(TABLE));

  @RegisterExtension
  static final DynamoDbExtension DYNAMODB = AwsUnderTest.endpoint().map(LOCAL::at).orElse(LOCAL);

  private final InMemoryOutbox outbox =
      InMemoryOutbox.on(DYNAMODB.client(), TABLE, OrderService.SOURCE);

  private final OrderService service = new OrderService(outbox.client(), TABLE);

  @BeforeAll
  static void start(DynamoDbClient client) {
    OrderService service = new OrderService(client, TABLE);
    service.receiveStock("lamp", 1000);
    service.receiveStock("table", 1000);
  }

  @Test
  void placingAnOrderReservesItsStockInTheSameTransaction() {
    CommitResult placed = service.place("1", "ann", Map.of("lamp", 2, "table", 1));

    assertThat(placed.records())
        .extracting(record -> record.aggregate().toString())
        .containsExactlyInAnyOrder("Order#1", "Stock#lamp", "Stock#table");
    assertThat(outbox).published("OrderPlaced").atVersion(1).withHeader("channel", "web");
  }

  @Test
  void anOrdersVersionIsTheSequenceOfItsEvents() {
    service.place("2", "ann", Map.of("lamp", 1));

    service.pay("2");
    service.ship("2");

    assertThat(outbox).published("OrderPaid").of("Order", "2").atVersion(2);
    assertThat(outbox).published("OrderShipped").of("Order", "2").atVersion(3);
  }

  @Test
  void shippingRaisesSeveralEventsOfTheShipment() {
    service.place("3", "ann", Map.of("lamp", 1));
    service.pay("3");

    assertThat(service.ship("3").records().get(0).eventIds()).hasSize(2);
  }

  @Test
  void cancellingAPaidOrderRefundsItAndFreesItsStock() {
    service.place("4", "ann", Map.of("table", 1));
    service.pay("4");

    assertThat(service.cancel("4", "too late").records())
        .extracting(record -> record.aggregate().toString())
        .containsExactly("Order#4", "Stock#table", "Payment#pay-4");
  }

  @Test
  void aShippedOrderCannotBeCancelled() {
    service.place("5", "ann", Map.of("lamp", 1));
    service.pay("5");
    service.ship("5");

    assertThatThrownBy(() -> service.cancel("5", "too late"))
        .isInstanceOf(OrderException.class)
        .hasMessageContaining("order 5 is SHIPPED");
  }

  @Test
  void anOrderCannotBePlacedTwice() {
    service.place("6", "ann", Map.of("lamp", 1));
    outbox.clear();

    assertThatThrownBy(() -> service.place("6", "ann", Map.of("lamp", 1)))
        .isInstanceOf(OrderException.class)
        .hasMessage("order 6 already exists");
    assertThat(outbox).publishedNothing();
  }

  @Test
  void ordersThatCompeteForOneThingGiveItsHistoryNoGapAndNoFork() throws Exception {
    service.receiveStock("rare", 24);
    ExecutorService customers = Executors.newFixedThreadPool(4);
    try {
      List<Future<CommitResult>> placing = new ArrayList<>();
      for (int i = 0; i < 24; i++) {
        String id = "rare-" + i;
        placing.add(customers.submit(() -> service.place(id, "ann", Map.of("rare", 1))));
      }
      List<Long> sequences = new ArrayList<>();
      for (Future<CommitResult> placed : placing) {
        sequences.add(placed.get().records().get(1).version().orElseThrow());
      }
      assertThat(sequences)
          .doesNotHaveDuplicates()
          .allMatch(sequence -> sequence <= 25)
          .hasSize(24);
    } finally {
      customers.shutdownNow();
    }
    assertThatThrownBy(() -> service.place("rare-more", "ann", Map.of("rare", 1)))
        .isInstanceOf(OrderException.class)
        .hasMessage("only 0 of rare are left");
  }
}
