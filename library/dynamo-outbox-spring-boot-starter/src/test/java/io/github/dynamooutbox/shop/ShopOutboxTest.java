package io.github.dynamooutbox.shop;

import static io.github.dynamooutbox.test.OutboxAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.test.InMemoryOutbox;
import io.github.dynamooutbox.test.spring.OutboxTest;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Import;

// snippet:start slice
@OutboxTest(properties = {"dynamo-outbox.table=orders", "dynamo-outbox.source=/shop/orders"})
@Import(ShopApplication.Orders.class)
class ShopOutboxTest {
  @Autowired private ShopApplication.Orders orders;
  @Autowired private InMemoryOutbox outbox;

  @Test
  void placesAnOrder() {
    orders.place("1", 12);

    assertThat(outbox)
        .published("OrderPlaced")
        .of("Order", "1")
        .atVersion(1)
        .withText("{\"orderId\":\"1\",\"total\":12}");
  }

  // snippet:end

  @RepeatedTest(2)
  void beginsEachTestWithoutItems() {
    orders.place("1", 12);

    assertThat(outbox).publishedInOrder("OrderPlaced");
    assertThat(outbox.events().get(0).context().source()).isEqualTo("/shop/orders");
  }

  @Test
  void leavesOutTheRestOfTheService(@Autowired ApplicationContext context) {
    assertThat(context.getBeanProvider(Stock.class).stream()).isEmpty();
  }
}
