package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.tuple;

import io.github.dynamooutbox.format.OutboxSchema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

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
        .isInstanceOf(ConditionFailedException.class)
        .hasMessageContaining("action 2 (put");
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

  /** The items are actions 2 to 4. */
  @Test
  void eachReasonIsThatOfItsAction() {
    OutboxItems items = order().items();
    String failed = "ConditionalCheckFailed";

    TransactionCancelledException e =
        items.explain(
            FakeDynamoDb.cancelled(failed, failed, failed, failed, failed, failed, failed), 2);

    assertThat(e.reasons())
        .extracting(reason -> reason.action().kind(), TransactionCancelledException.Reason::index)
        .containsExactly(
            tuple("an action that is not the outbox's", 0),
            tuple("an action that is not the outbox's", 1),
            tuple("put", 2),
            tuple("outbox record of Order#1", 3),
            tuple("strict order check of Order#1", 4),
            tuple("an action that is not the outbox's", 5),
            tuple("an action that is not the outbox's", 6));
    assertThat(((VersionTakenException) e).conditions())
        .extracting(FailedCondition::index)
        .containsExactly(0, 1, 2, 5, 6);
    assertThat(((VersionTakenException) e).takenVersions())
        .containsExactly(
            new PreconditionFailedException.TakenVersion(Aggregate.of("Order", "1").key(), 2));
    assertThat(e.reasons().get(0))
        .hasToString("action 0 (an action that is not the outbox's): " + failed);
  }

  @Test
  void oldItemsAreThoseOfTheirActions() {
    OutboxItems items = order().items();
    List<CancellationReason> reasons = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      reasons.add(
          CancellationReason.builder()
              .code("ConditionalCheckFailed")
              .item(Items.order("old-" + i))
              .build());
    }

    TransactionCancelledException e =
        items.explain(
            TransactionCanceledException.builder().cancellationReasons(reasons).build(), 2);

    assertThat(((VersionTakenException) e).conditions())
        .extracting(FailedCondition::item)
        .containsExactly(Items.order("old-0"), Items.order("old-1"), Items.order("old-2"));
  }

  @Test
  void schemaIsThatOfTheOutbox() {
    assertThat(order().items().schema()).isEqualTo(OutboxSchema.defaults());
  }

  @Test
  void rulesAreChecked() {
    OutboxTransaction none = outbox.transaction().put(Items.order("1"));
    assertThatExceptionOfType(InvalidTransactionException.class)
        .isThrownBy(none::items)
        .withMessageContaining("raises no events; add some with events(...)");
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
    assertThat(
            new CommitPlan(
                TransactWriteItemsRequest.builder().build(),
                Duration.ZERO,
                order().items().committed(),
                List.of(),
                0,
                List.of(),
                Optional.empty(),
                new Uploads(Optional.empty())))
        .hasToString("CommitPlan[actions=0, records=0]");
  }

  private OutboxTransaction order() {
    return outbox
        .transaction()
        .put(Items.order("1"))
        .events(Aggregate.of("Order", "1").at(2), Event.of("OrderPlaced", Map.of("a", "b")));
  }
}
