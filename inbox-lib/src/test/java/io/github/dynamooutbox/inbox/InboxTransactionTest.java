package io.github.dynamooutbox.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.Outbox;
import io.github.dynamooutbox.writer.enhanced.Beans;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.enhanced.dynamodb.AttributeConverterProvider;
import software.amazon.awssdk.enhanced.dynamodb.AttributeValueType;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.MappedTableResource;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.document.EnhancedDocument;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.Update;

/** What a handler adds is what DynamoDB is sent. */
class InboxTransactionTest {
  /** Accepts everything, and keeps it. */
  private static final class Recorder extends TableFake {
    private final List<TransactWriteItemsRequest> sent = new ArrayList<>();

    @Override
    public synchronized TransactWriteItemsResponse transactWriteItems(
        TransactWriteItemsRequest request) {
      sent.add(request);
      return TransactWriteItemsResponse.builder().build();
    }
  }

  private final Recorder dynamoDb = new Recorder();

  private static Map<String, AttributeValue> key(String partition) {
    return Map.of("PK", AttributeValue.fromS(partition), "SK", AttributeValue.fromS("-"));
  }

  private InboxBuilder builder() {
    return Inbox.builder(dynamoDb).table("totals").consumer("c");
  }

  /** All but the inbox's own entry, which comes first. */
  private List<TransactWriteItem> sent(Inbox inbox, Consumer<InboxTransaction> writes) {
    inbox.handle(Events.at(Events.order("1"), 1), writes);
    List<TransactWriteItem> actions = dynamoDb.sent.get(0).transactItems();
    assertThat(actions.get(0).put().item()).containsKey(Entries.HANDLED_AT);
    return actions.subList(1, actions.size());
  }

  @Test
  void writesAreOnTheInboxsTableIfTheyNameNoOther() {
    String absent = "attribute_not_exists(PK)";
    Put.Builder put = Put.builder().tableName("totals");
    Update.Builder update = Update.builder().updateExpression("SET a = b");
    Delete.Builder delete = Delete.builder().tableName("totals");
    ConditionCheck.Builder check = ConditionCheck.builder().conditionExpression(absent);

    assertThat(
            sent(
                builder().build(),
                tx ->
                    tx.put(key("1"))
                        .put(key("2"), absent)
                        .put(each -> each.item(key("3")).tableName("others"))
                        .update(each -> each.key(key("4")).updateExpression("SET a = b"))
                        .update(
                            each ->
                                each.key(key("5"))
                                    .updateExpression("SET a = b")
                                    .tableName("others"))
                        .delete(key("6"))
                        .delete(each -> each.key(key("7")).conditionExpression(absent))
                        .delete(each -> each.key(key("8")).tableName("others"))
                        .check(key("9"), absent)
                        .check(
                            each ->
                                each.key(key("10"))
                                    .conditionExpression(absent)
                                    .tableName("others"))))
        .containsExactly(
            put(put.item(key("1")).build()),
            put(put.item(key("2")).conditionExpression(absent).build()),
            put(Put.builder().tableName("others").item(key("3")).build()),
            update(update.tableName("totals").key(key("4")).build()),
            update(update.tableName("others").key(key("5")).build()),
            delete(delete.key(key("6")).build()),
            delete(delete.key(key("7")).conditionExpression(absent).build()),
            delete(Delete.builder().tableName("others").key(key("8")).build()),
            check(check.tableName("totals").key(key("9")).build()),
            check(check.tableName("others").key(key("10")).build()));
  }

  private static TransactWriteItem put(Put put) {
    return TransactWriteItem.builder().put(put).build();
  }

  private static TransactWriteItem update(Update update) {
    return TransactWriteItem.builder().update(update).build();
  }

  private static TransactWriteItem delete(Delete delete) {
    return TransactWriteItem.builder().delete(delete).build();
  }

  private static TransactWriteItem check(ConditionCheck check) {
    return TransactWriteItem.builder().conditionCheck(check).build();
  }

  @Test
  void actionsThatWereBuiltElsewhereAreOnTheInboxsTableIfTheyNameNoOther() {
    Put put = Put.builder().item(key("1")).build();
    Update update = Update.builder().key(key("2")).updateExpression("SET a = b").build();
    Delete delete = Delete.builder().key(key("3")).build();
    ConditionCheck check =
        ConditionCheck.builder()
            .key(key("4"))
            .conditionExpression("attribute_not_exists(PK)")
            .build();
    TransactWriteItem elsewhere =
        TransactWriteItem.builder()
            .put(put.toBuilder().item(key("5")).tableName("others").build())
            .build();
    // An outbox whose table is another one.
    Outbox outbox = Outbox.builder(dynamoDb).table("orders").source("/s").build();

    assertThat(
            sent(
                builder().outbox(outbox).build(),
                tx ->
                    tx.add(TransactWriteItem.builder().put(put).build())
                        .add(TransactWriteItem.builder().update(update).build())
                        .add(TransactWriteItem.builder().delete(delete).build())
                        .add(TransactWriteItem.builder().conditionCheck(check).build())
                        .add(elsewhere)))
        .containsExactly(
            TransactWriteItem.builder().put(put.toBuilder().tableName("totals").build()).build(),
            TransactWriteItem.builder()
                .update(update.toBuilder().tableName("totals").build())
                .build(),
            TransactWriteItem.builder()
                .delete(delete.toBuilder().tableName("totals").build())
                .build(),
            TransactWriteItem.builder()
                .conditionCheck(check.toBuilder().tableName("totals").build())
                .build(),
            elsewhere);
  }

  /** The Enhanced Client's beans, as the writer takes them. */
  @Test
  void beansOfTheEnhancedClientAreInTheTransaction() {
    MappedTableResource<EnhancedDocument> totals =
        DynamoDbEnhancedClient.builder()
            .dynamoDbClient(dynamoDb)
            .build()
            .table(
                "totals",
                TableSchema.documentSchemaBuilder()
                    .addIndexPartitionKey("$PRIMARY_INDEX", "PK", AttributeValueType.S)
                    .addIndexSortKey("$PRIMARY_INDEX", "SK", AttributeValueType.S)
                    .attributeConverterProviders(AttributeConverterProvider.defaultProvider())
                    .build());
    EnhancedDocument total = EnhancedDocument.fromAttributeValueMap(key("1"));

    assertThat(sent(builder().build(), tx -> tx.add(Beans.put(totals, total))))
        .singleElement()
        .satisfies(
            action -> {
              assertThat(action.put().tableName()).isEqualTo("totals");
              assertThat(action.put().item()).isEqualTo(key("1"));
            });
  }

  @Test
  void raisedEventsSayWhoseTheyAre() {
    Outbox outbox = Outbox.builder(dynamoDb).table("totals").source("/shop/totals").build();

    List<TransactWriteItem> actions =
        sent(
            builder().outbox(outbox).build(),
            tx ->
                tx.tenant("tenant-1")
                    .user("user-1")
                    .put(key("1"))
                    .named("total")
                    .events(Aggregate.of("Total", "1").at(1), Event.of("TotalChanged", 1))
                    .events(Aggregate.of("Total", "2").at(1), List.of(Event.of("TotalChanged", 1)))
                    .check(key("2"), "attribute_exists(PK)"));

    assertThat(actions).filteredOn(action -> action.put() != null).hasSize(3);
    assertThat(actions)
        .filteredOn(action -> action.put() != null && action.put().item().containsKey("tenant"))
        .hasSize(2)
        .allSatisfy(
            record ->
                assertThat(record.put().item())
                    .containsEntry("tenant", AttributeValue.fromS("tenant-1"))
                    .containsEntry("user", AttributeValue.fromS("user-1")));
  }

  /** A foreign CloudEvent may say whatever its sender's libraries make of it. */
  @ParameterizedTest
  @CsvSource({
    "traceparent, ''",
    "correlationid, ''",
    "traceparent, control",
    "tracestate, control",
    "tracestate, ''",
    "correlationid, long",
    "id, control",
  })
  void aBrokenTraceHoldsNothingBack(String name, String value) {
    Outbox outbox = Outbox.builder(dynamoDb).table("totals").source("/shop/totals").build();
    String odd =
        value.equals("control") ? "a\u0007b" : value.equals("long") ? "x".repeat(500_000) : value;
    ReceivedEvent event =
        Events.with(
            Events.with(
                Events.with(Events.at(Events.order("1"), 1), "traceparent", "00-1-2-01"),
                "correlationid",
                "c-1"),
            name,
            odd);

    builder()
        .outbox(outbox)
        .build()
        .handle(
            event,
            tx -> tx.events(Aggregate.of("Total", "1").at(1), Event.withoutPayload("Changed")));

    Map<String, AttributeValue> record = dynamoDb.sent.get(0).transactItems().get(1).put().item();
    assertThat(record).doesNotContainValue(AttributeValue.fromS(odd));
    assertThat(record.containsKey("traceparent")).isEqualTo(!name.equals("traceparent"));
    assertThat(record.containsKey("correlationId")).isEqualTo(!name.equals("correlationid"));
    assertThat(record.containsKey("causationId")).isEqualTo(!name.equals("id"));
  }
}
