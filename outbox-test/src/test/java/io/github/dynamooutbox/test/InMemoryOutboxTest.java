package io.github.dynamooutbox.test;

import static io.github.dynamooutbox.test.OutboxAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.CommitResult;
import io.github.dynamooutbox.writer.ConditionFailedException;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.InvalidTransactionException;
import io.github.dynamooutbox.writer.OutboxTransaction;
import io.github.dynamooutbox.writer.VersionTakenException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class InMemoryOutboxTest {
  private static final Map<String, AttributeValue> ORDER =
      Map.of("PK", AttributeValue.fromS("ORDER#42"), "SK", AttributeValue.fromS("ORDER"));

  private final InMemoryOutbox outbox = InMemoryOutbox.of("orders", "/shop/orders");

  record OrderPlaced(String orderId) {}

  private OutboxTransaction place() {
    return outbox
        .outbox()
        .transaction()
        .put(ORDER, "attribute_not_exists(PK)")
        .events(
            Aggregate.of("Order", "42").at(1),
            Event.of(new OrderPlaced("42")).header("channel", "web"),
            Event.withoutPayload("OrderCounted"));
  }

  @Test
  void committedEventsCanBeAssertedUpon() {
    place().commit();

    // snippet:start assertions
    assertThat(outbox)
        .published("OrderPlaced")
        .of("Order", "42")
        .atVersion(1)
        .withText("{\"orderId\":\"42\"}")
        .withHeader("channel", "web");
    assertThat(outbox).publishedInOrder("OrderPlaced", "OrderCounted");
    // snippet:end
    assertThat(outbox.client().getItem(get -> get.tableName("orders").key(ORDER)).item())
        .isEqualTo(ORDER);
  }

  @Test
  void assertionsFail() {
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> assertThat(outbox).published("OrderPlaced"))
        .withMessageContaining("Expecting one event of type OrderPlaced, but there are 0");
    place().commit();
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> assertThat(outbox).publishedNothing());
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> assertThat(outbox).published("OrderPlaced").atVersion(2))
        .withMessageContaining("Expecting the version of OrderPlaced of Order#42 at version 1");
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> assertThat(outbox).published("OrderPlaced").withHeader("user", "u"));
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> assertThat(outbox).published("OrderPlaced").withText("{}"));
  }

  @Test
  void rulesVersionsAndConditionsAreThoseOfTheRealOutbox() {
    place().commit();

    assertThatExceptionOfType(VersionTakenException.class)
        .isThrownBy(() -> place().commit())
        .satisfies(e -> assertThat(e.conditions()).hasSize(1));
    assertThatExceptionOfType(ConditionFailedException.class)
        .isThrownBy(
            () ->
                outbox
                    .outbox()
                    .transaction()
                    .put(ORDER, "attribute_not_exists(PK)")
                    .events(Aggregate.of("Order", "42"), Event.withoutPayload("A"))
                    .commit());
    assertThatExceptionOfType(InvalidTransactionException.class)
        .isThrownBy(() -> outbox.outbox().transaction().put(ORDER).commit());
    assertThat(outbox.events()).as("nothing of a refused transaction").hasSize(2);
  }

  @Test
  void repeatedCommandIsCommittedOnce() {
    place().idempotencyKey("c-1").commit();

    assertThat(place().idempotencyKey("c-1").commit())
        .isInstanceOf(CommitResult.AlreadyCommitted.class);
    assertThat(outbox.events()).hasSize(2);
    outbox.clear();
    assertThat(outbox).publishedNothing();
  }
}
