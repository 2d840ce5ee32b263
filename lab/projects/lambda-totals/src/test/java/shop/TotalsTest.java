package shop;

import io.github.dynamooutbox.testrelay.HandlerAssert;
import io.github.dynamooutbox.testrelay.HandlerWrites;
import io.github.dynamooutbox.testrelay.TestEvents;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class TotalsTest {
  @Test
  void addsTheOrderToWhatItsCustomerHasSpent() {
    TestEvents placed =
        TestEvents.ofJson("OrderPlaced", "{\"orderId\":\"1\",\"customer\":\"c1\",\"total\":7}")
            .aggregate("Order", "1")
            .sequence(1);

    HandlerAssert.assertThat(HandlerWrites.of(Totals.ROUTER, placed))
        .updates(Totals.key("c1"), "ADD spent :total", ":total", AttributeValue.fromN("7"));
  }
}
