package io.github.dynamooutbox.springorders;

import static io.github.dynamooutbox.test.OutboxAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.test.InMemoryOutbox;
import io.github.dynamooutbox.test.spring.OutboxTest;
import io.github.dynamooutbox.writer.PreconditionFailedException;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Import;

@OutboxTest
@Import(OrderController.class)
class OrderControllerTest {
  @Autowired private OrderController orders;
  @Autowired private InMemoryOutbox outbox;

  @Test
  void placesAnOrderOnce() {
    var order = new OrderController.PlaceOrder("c1", 7);
    orders.place("1", order);

    assertThatExceptionOfType(PreconditionFailedException.class)
        .isThrownBy(() -> orders.place("1", order))
        .withMessageContaining("Order#1 at version 1")
        .withMessageContaining("action 0 (put");
    assertThat(outbox).published("OrderPlaced").of("Order", "1").atVersion(1);
  }
}
