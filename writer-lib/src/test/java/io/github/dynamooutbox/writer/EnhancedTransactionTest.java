package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.writer.CommitResult.Committed;
import io.github.dynamooutbox.writer.enhanced.EnhancedTransaction;
import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.model.TransactWriteItemsEnhancedRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** What the Enhanced Client sends for the outbox, against what the outbox itself would send. */
class EnhancedTransactionTest {
  private final FakeDynamoDb dynamoDb = new FakeDynamoDb();
  private final DynamoDbEnhancedClient enhanced =
      DynamoDbEnhancedClient.builder().dynamoDbClient(dynamoDb).build();
  private final Outbox outbox =
      Outbox.builder(dynamoDb)
          .table("orders")
          .outboxTable("events")
          .source("/s")
          .schema(new OutboxSchema("pk", "sk", "ev/", "expires"))
          .strictOrder(true)
          .build();

  private OutboxTransaction order() {
    return outbox
        .transaction()
        .user("u-1")
        .events(
            Aggregate.of("Order", "1").at(2),
            Event.ofBytes("Scanned", new byte[] {1, 2}, "application/avro").header("a", "b"));
  }

  @Test
  void outboxActionsAreSentUnchangedAfterTheCallers() {
    BeansTest.OrderBean bean = BeansTest.order("1");
    var orders = enhanced.table("orders", TableSchema.fromBean(BeansTest.OrderBean.class));
    OutboxItems items = order().items();
    var request = TransactWriteItemsEnhancedRequest.builder().addPutItem(orders, bean);

    Committed committed = EnhancedTransaction.add(items, request);
    enhanced.transactWriteItems(request.build());

    List<TransactWriteItem> sent = dynamoDb.request().transactItems();
    assertThat(sent.get(0).put().tableName()).isEqualTo("orders");
    assertThat(sent.subList(1, sent.size())).isEqualTo(items.items()).hasSize(2);
    assertThat(committed).isEqualTo(items.committed());
    assertThat(committed.records().get(0).version()).hasValue(2);
  }

  @Test
  void callersActionsBelongIntoTheEnhancedRequest() {
    OutboxItems items = order().put(BeansTest.item("1")).items();

    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> EnhancedTransaction.add(items, TransactWriteItemsEnhancedRequest.builder()))
        .withMessage(
            "these outbox items contain 1 actions of the caller; add those to the enhanced request"
                + " itself");
  }
}
