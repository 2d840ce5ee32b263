package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.Map;
import org.junit.jupiter.api.Test;

class OutboxItemsTest {
  private final FakeDynamoDb dynamoDb = new FakeDynamoDb();
  private final Outbox outbox =
      Outbox.builder(dynamoDb).table("orders").source("/s").strictOrder(true).build();

  @Test
  void itemsAreThoseOfACommitAndNothingIsSent() {
    OutboxItems items = order().items();

    assertThat(dynamoDb.requests).isEmpty();
    assertThat(items.items()).hasSize(3);
    assertThat(items.callersItems()).isOne();
    assertThat(Items.decoded(items.items().get(1).put().item()).record().events().get(0).id())
        .isEqualTo(items.committed().eventIds().get(0));
    assertThat(items.items().get(2).conditionCheck()).isNotNull();
  }

  @Test
  void cancellationIsExplainedFromWhereTheItemsBegin() {
    OutboxItems items = order().items();

    assertThat(
            items.explain(
                FakeDynamoDb.cancelled("None", "None", "None", "ConditionalCheckFailed"), 2))
        .isInstanceOfSatisfying(
            PositionTakenException.class, e -> assertThat(e.sequence()).isEqualTo(2));
    assertThat(items.explain(FakeDynamoDb.cancelled("None", "None", "ConditionalCheckFailed"), 2))
        .isInstanceOf(ConditionFailedException.class);
    assertThat(items.explain(FakeDynamoDb.cancelled("ConditionalCheckFailed", "None"), 2).reasons())
        .isEmpty();
    assertThat(items.explain(FakeDynamoDb.cancelled(), 2).reasons()).isEmpty();
  }

  @Test
  void rulesAreChecked() {
    OutboxTransaction none = outbox.transaction().put(Items.order("1"));
    assertThatExceptionOfType(InvalidTransactionException.class).isThrownBy(none::items);
  }

  @Test
  void itemsAreTakenOnce() {
    OutboxTransaction transaction = order();
    transaction.items();
    assertThatIllegalStateException().isThrownBy(transaction::items);
    assertThatIllegalStateException().isThrownBy(transaction::commit);
  }

  @Test
  void repeatsCanOnlyBeToldByCommit() {
    OutboxTransaction transaction = order().idempotencyKey("k");
    assertThatIllegalStateException()
        .isThrownBy(transaction::items)
        .withMessageContaining("only commit() can tell a repeat");
  }

  @Test
  void printedItemsShowNoPayload() {
    assertThat(order().items()).hasToString("OutboxItems[3]");
  }

  private OutboxTransaction order() {
    return outbox
        .transaction()
        .put(Items.order("1"))
        .events(Aggregate.of("Order", "1").at(2), Event.of("OrderPlaced", Map.of("a", "b")));
  }
}
