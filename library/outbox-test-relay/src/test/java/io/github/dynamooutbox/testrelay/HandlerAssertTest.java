package io.github.dynamooutbox.testrelay;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.inbox.EventHandler;
import io.github.dynamooutbox.inbox.UnusableEventException;
import io.github.dynamooutbox.inbox.router.EventRouter;
import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.Event;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class HandlerAssertTest {
  private record OrderPlaced(String customer, int total) {}

  private record OrderLarge(String customer) {}

  private static final Map<String, AttributeValue> CUSTOMER = key("CUSTOMER#c-7");

  private static Map<String, AttributeValue> key(String partition) {
    return Map.of("PK", AttributeValue.fromS(partition), "SK", AttributeValue.fromS("TOTAL"));
  }

  private static final EventRouter ROUTER =
      EventRouter.builder()
          .on(
              "OrderPlaced",
              OrderPlaced.class,
              (order, event, tx) -> {
                tx.update(
                    update ->
                        update
                            .key(key("CUSTOMER#" + order.customer()))
                            .updateExpression("ADD spent :total")
                            .expressionAttributeValues(
                                Map.of(
                                    ":total",
                                    AttributeValue.fromN(Integer.toString(order.total())))));
                if (order.total() > 100) {
                  tx.events(
                      Aggregate.of("Customer", order.customer()),
                      Event.of("OrderLarge", new OrderLarge(order.customer())));
                }
              })
          .ignore("OrderViewed")
          .build();

  // snippet:start handler
  @Test
  void addsTheOrderToWhatItsCustomerHasSpent() {
    TestEvents placed =
        TestEvents.of("OrderPlaced", new OrderPlaced("c-7", 120))
            .aggregate("Order", "1")
            .sequence(3);

    HandlerWrites writes = HandlerWrites.of(ROUTER, placed);

    HandlerAssert.assertThat(writes)
        .updates(CUSTOMER, "ADD spent :total", ":total", AttributeValue.fromN("120"))
        .raises("OrderLarge")
        .of("Customer", "c-7");
  }

  // snippet:end

  private static HandlerWrites writes(EventHandler handler) {
    return HandlerWrites.of(
        handler, TestEvents.ofJson("OrderViewed", "{}").aggregate("Order", "1"));
  }

  @Test
  void putsDeletesAndNothing() {
    HandlerAssert.assertThat(writes(ROUTER)).writesNothing();
    HandlerAssert.assertThat(
            writes((event, tx) -> tx.put(CUSTOMER).delete(key("A")).check(key("B"), "size(x) > 1")))
        .puts(CUSTOMER)
        .deletes(key("A"));
    HandlerAssert.assertThat(
            writes((event, tx) -> tx.update(it -> it.key(CUSTOMER).updateExpression("REMOVE a"))))
        .updates(CUSTOMER, "REMOVE a");
  }

  @Test
  void failuresNameWhatWasWrittenWithoutValues() {
    Map<String, AttributeValue> item = key("secret");
    HandlerWrites writes = writes((event, tx) -> tx.put(item).delete(key("A")));
    assertThatThrownBy(() -> HandlerAssert.assertThat(writes).puts(CUSTOMER))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("Expecting one put of this item, but found 0 among")
        .hasMessageContaining("put of an item with [")
        .hasMessageNotContaining("secret");
    assertThatThrownBy(() -> HandlerAssert.assertThat(writes).writesNothing())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("Expecting no write");
    assertThatThrownBy(() -> HandlerAssert.assertThat(writes).updates(key("A"), "ADD a :b"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("update \"ADD a :b\" of the item with key");
  }

  @Test
  void whatTheHandlerThrowsReachesTheTest() {
    assertThatThrownBy(
            () ->
                HandlerWrites.of(
                    ROUTER, TestEvents.ofJson("Unknown", "{}").aggregate("Order", "1")))
        .isInstanceOf(UnusableEventException.class)
        .hasMessageContaining("there is no handler for its type");
  }
}
