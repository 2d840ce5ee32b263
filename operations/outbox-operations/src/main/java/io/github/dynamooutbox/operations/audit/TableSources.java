package io.github.dynamooutbox.operations.audit;

import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.aws.control.StoredReceipt;
import io.github.dynamooutbox.format.ItemView;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.format.sdk.SdkItem;
import io.github.dynamooutbox.operations.internal.read.ReadRate;
import io.github.dynamooutbox.operations.operate.AwsFailures;
import io.github.dynamooutbox.operations.operate.QueueContents;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.park.queue.WayOut;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** The table with the outbox, and the control table. Every read is consistent. */
final class TableSources implements AuditSources {
  /** Read units of a query for an event's marks, which are small and rare. */
  private static final double DECISIONS_UNITS = 1;

  private final DynamoDbClient client;
  private final String table;
  private final OutboxSchema schema;
  private final ControlTable control;
  private final String controlName;
  private final ReadRate rate;
  private volatile OptionalInt limit = OptionalInt.empty();

  TableSources(
      DynamoDbClient client,
      String table,
      OutboxSchema schema,
      ControlTable control,
      String controlName,
      ReadRate rate) {
    this.client = client;
    this.table = table;
    this.schema = schema;
    this.control = control;
    this.controlName = controlName;
    this.rate = rate;
  }

  @Override
  public Page scan(int part, int parts, Optional<String> from) {
    ScanRequest.Builder request =
        ScanRequest.builder()
            .tableName(table)
            .consistentRead(true)
            .segment(part)
            .totalSegments(parts)
            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
            .filterExpression("begins_with(#partition, :outbox)")
            .expressionAttributeNames(Map.of("#partition", schema.partitionKey()))
            .expressionAttributeValues(Map.of(":outbox", AttributeValue.fromS(schema.prefix())));
    limit.ifPresent(request::limit);
    from.ifPresent(next -> request.exclusiveStartKey(keyOf(next)));
    ScanResponse page = request(() -> client.scan(request.build()));
    rate.spent(page.consumedCapacity().capacityUnits());
    List<ItemView> items = new ArrayList<>(page.items().size());
    page.items().forEach(item -> items.add(new SdkItem(item)));
    Map<String, AttributeValue> last = page.lastEvaluatedKey();
    return new Page(
        items, page.scannedCount(), last.isEmpty() ? Optional.empty() : Optional.of(textOf(last)));
  }

  @Override
  public TableSize size() {
    TableDescription about =
        request(() -> client.describeTable(get -> get.tableName(table)).table());
    TableSize size = new TableSize(about.itemCount(), about.tableSizeBytes());
    limit = rate.itemsAtOnce(size.items(), size.bytes());
    return size;
  }

  /** The partition key is preceded by its length, because keys may contain anything. */
  private String textOf(Map<String, AttributeValue> key) {
    String partition = text(key, schema.partitionKey());
    return partition.length() + ":" + partition + text(key, schema.sortKey());
  }

  private static String text(Map<String, AttributeValue> key, String name) {
    return Objects.requireNonNull(key.get(name), name).s();
  }

  private Map<String, AttributeValue> keyOf(String text) {
    int colon = text.indexOf(':');
    int end = colon + 1 + Integer.parseInt(text.substring(0, colon));
    return key(new RecordKey(text.substring(colon + 1, end), text.substring(end)));
  }

  private Map<String, AttributeValue> key(RecordKey key) {
    return Map.of(
        schema.partitionKey(), AttributeValue.fromS(key.partition()),
        schema.sortKey(), AttributeValue.fromS(key.sort()));
  }

  @Override
  public void parked(Consumer<ParkedEvent> each) {
    QueueContents contents = new QueueContents(control, controlName);
    for (int stage = 0; stage < 3; stage++) {
      for (int part = 0; part < QueueName.PARTS; part++) {
        contents.each(
            queues(stage, part),
            (queue, events) -> {
              events.forEach(each);
              return true;
            });
      }
    }
  }

  private List<QueueSummary> queues(int stage, int part) {
    return control(() -> control.queues().queues(part)).stream()
        .filter(queue -> stageOf(queue.queue()) == stage)
        .toList();
  }

  /** Queues in the order in which events move through them: see {@link #parked}. */
  private static int stageOf(QueueName queue) {
    if (queue.target().equals(LaneKey.ALL_TARGETS)) {
      return 0;
    }
    return queue.isBacklog() ? 1 : 2;
  }

  @Override
  public void receipts(Instant from, Instant to, Consumer<StoredReceipt> each) {
    control(() -> control.receiptReader().readInSlices(from, to, each, rate::spent));
  }

  @Override
  public List<WayOut> decisions(String eventId) {
    List<WayOut> decisions = control(() -> control.waysOut().of(eventId));
    rate.spent(DECISIONS_UNITS);
    return decisions;
  }

  @Override
  public boolean exists(RecordKey record) {
    GetItemResponse answer =
        request(
            () ->
                client.getItem(
                    get ->
                        get.tableName(table)
                            .key(key(record))
                            .consistentRead(true)
                            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)));
    rate.spent(answer.consumedCapacity().capacityUnits());
    return answer.hasItem();
  }

  private <T> T control(Supplier<CompletionStage<T>> call) {
    return AwsFailures.await(controlName, call.get());
  }

  private <T> T request(Supplier<T> call) {
    return AwsFailures.of("the table \"" + table + '"', call);
  }
}
