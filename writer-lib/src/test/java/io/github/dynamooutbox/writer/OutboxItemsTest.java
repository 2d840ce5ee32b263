package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.tuple;

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
            VersionTakenException.class, e -> assertThat(e.version()).isEqualTo(2));
    assertThat(items.explain(FakeDynamoDb.cancelled("None", "None", "ConditionalCheckFailed"), 2))
        .isInstanceOf(ConditionFailedException.class);
    assertThat(items.explain(FakeDynamoDb.cancelled(), 2).reasons()).isEmpty();
  }

  @Test
  void failedConditionOfAnActionThatTheOutboxNeverSawIsNamedByItsPlace() {
    OutboxItems items = order().items();

    TransactionCancelledException e =
        items.explain(
            FakeDynamoDb.cancelled(
                "None", "ConditionalCheckFailed", "ConditionalCheckFailed", "None", "None"),
            2);

    assertThat(e)
        .isInstanceOfSatisfying(
            ConditionFailedException.class,
            failed ->
                assertThat(failed.conditions())
                    .extracting(FailedCondition::index, condition -> condition.action().kind())
                    .containsExactly(
                        tuple(1, "an action that is not the outbox's"), tuple(2, "put")));
    assertThat(e.getMessage()).doesNotContain("no reason");
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
  void repeatsAreRecognizedByCommitOnly() {
    OutboxTransaction transaction = order().idempotencyKey("k");
    assertThatIllegalStateException()
        .isThrownBy(transaction::items)
        .withMessageContaining("only commit() recognises a repeat");
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
