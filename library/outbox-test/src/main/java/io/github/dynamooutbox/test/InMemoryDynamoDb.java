package io.github.dynamooutbox.test;

import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.sdk.SdkItem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** The part of DynamoDB that an outbox needs. One lock makes transactions atomic. */
final class InMemoryDynamoDb implements DynamoDbClient {
  private final OutboxSchema schema;
  private final RecordCodec codec;
  private final Map<String, Map<String, AttributeValue>> items = new HashMap<>();
  private final List<RecordedEvent> events = new ArrayList<>();

  InMemoryDynamoDb(OutboxSchema schema) {
    this.schema = schema;
    this.codec = new RecordCodec(schema);
  }

  synchronized List<RecordedEvent> events() {
    return List.copyOf(events);
  }

  synchronized void clear() {
    items.clear();
    events.clear();
  }

  @Override
  public synchronized TransactWriteItemsResponse transactWriteItems(
      TransactWriteItemsRequest request) {
    List<StoredAction> actions =
        request.transactItems().stream().map(action -> StoredAction.of(action, schema)).toList();
    List<CancellationReason> reasons = new ArrayList<>();
    boolean holds = true;
    for (StoredAction action : actions) {
      Map<String, AttributeValue> before = items.getOrDefault(action.address(), Map.of());
      boolean own = action.holds(before);
      holds &= own;
      reasons.add(
          CancellationReason.builder().code(own ? "None" : "ConditionalCheckFailed").build());
    }
    if (!holds) {
      throw TransactionCanceledException.builder()
          .statusCode(400)
          .message("a condition does not hold")
          .cancellationReasons(reasons)
          .build();
    }
    actions.forEach(action -> action.apply(items));
    request.transactItems().forEach(this::record);
    return TransactWriteItemsResponse.builder().build();
  }

  private void record(TransactWriteItem action) {
    if (action.put() != null && codec.isOutbox(new SdkItem(action.put().item()))) {
      OutboxRecord record = read(action.put().item());
      for (OutboxEvent event : record.events()) {
        events.add(
            new RecordedEvent(
                record.aggregate(),
                record.sequence(),
                event.id(),
                event.type(),
                event.contentType(),
                event.data(),
                event.headers(),
                record.context()));
      }
    }
  }

  private OutboxRecord read(Map<String, AttributeValue> item) {
    return codec
        .decode(new SdkItem(item))
        .fold(
            decoded -> decoded.record(),
            newer -> {
              throw new IllegalStateException("the record has version " + newer.version());
            },
            malformed -> {
              throw new IllegalStateException("the record is malformed: " + malformed);
            });
  }

  @Override
  public synchronized GetItemResponse getItem(GetItemRequest request) {
    Map<String, AttributeValue> item =
        items.get(StoredAction.address(request.tableName(), request.key(), schema));
    return item == null
        ? GetItemResponse.builder().build()
        : GetItemResponse.builder().item(item).build();
  }

  @Override
  public DynamoDbServiceClientConfiguration serviceClientConfiguration() {
    return DynamoDbServiceClientConfiguration.builder().region(Region.of("in-memory")).build();
  }

  @Override
  public String serviceName() {
    return SERVICE_NAME;
  }

  @Override
  public void close() {}
}
