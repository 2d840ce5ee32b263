package io.github.dynamooutbox.aws.control;

import static io.github.dynamooutbox.aws.control.AttributeValues.bytesOf;
import static io.github.dynamooutbox.aws.control.AttributeValues.number;
import static io.github.dynamooutbox.aws.control.AttributeValues.text;
import static io.github.dynamooutbox.aws.control.AttributeValues.textOf;
import static java.util.Collections.nCopies;
import static java.util.Comparator.comparing;
import static java.util.stream.Collectors.toMap;

import io.github.dynamooutbox.aws.internal.table.Calls;
import io.github.dynamooutbox.aws.internal.table.InBatches;
import io.github.dynamooutbox.format.Sha256;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.Segment;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** The segments of queues as items. */
record SegmentStore(Calls calls, QueueKeys keys) {
  private static final String DATA = "data";
  private static final String EVENTS = "events";

  /** Of a statement, of 1 MB each; they are held in memory. */
  private static final int MOST_PAGES = 8;

  CompletableFuture<Void> put(QueueName queue, long number, List<ParkedEvent> events) {
    return calls
        .inBackground(() -> items(queue, number, events))
        .thenCompose(items -> new BatchWrite(calls).put(items));
  }

  private List<Map<String, AttributeValue>> items(
      QueueName queue, long number, List<ParkedEvent> events) {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    String append = appendId(events);
    for (Segmentation.Part part : Segmentation.of(events)) {
      items.add(item(keys.segment(queue, number, append, items.size()), part));
    }
    return items;
  }

  /** Equal for equal events, so that a repeated append stores nothing new. */
  private static String appendId(List<ParkedEvent> events) {
    StringBuilder places = new StringBuilder();
    events.forEach(event -> places.append(event.place()).append('\n'));
    return Sha256.hex(places.toString()).substring(0, 16);
  }

  private static Map<String, AttributeValue> item(
      Map<String, AttributeValue> key, Segmentation.Part part) {
    Map<String, AttributeValue> item = new HashMap<>(key);
    item.put(DATA, AttributeValue.fromB(part.data()));
    item.put(EVENTS, number(part.events()));
    return item;
  }

  List<Segment> read(
      DynamoDbClient client, QueueName queue, Optional<Segment> after, OptionalLong upTo, int max) {
    Map<String, AttributeValue> values =
        Map.of(
            ":queue", text(keys.segmentPartition(queue)),
            ":first",
                text(
                    after
                        .map(segment -> textOf(keys.segment(segment), Keys.SK) + '#')
                        .orElse(QueueKeys.firstSegment())),
            ":last",
                text(
                    upTo.isPresent()
                        ? QueueKeys.lastSegment(upTo.getAsLong())
                        : QueueKeys.lastSegment()));
    List<Segment> segments = new ArrayList<>();
    Map<String, AttributeValue> from = Map.of();
    do {
      QueryRequest.Builder request =
          QueryRequest.builder()
              .tableName(calls.table())
              .consistentRead(true)
              .keyConditionExpression("PK = :queue AND SK BETWEEN :first AND :last")
              .expressionAttributeValues(values)
              .limit(max - segments.size());
      if (!from.isEmpty()) {
        request.exclusiveStartKey(from);
      }
      QueryResponse page = client.query(request.build());
      page.items().forEach(item -> segments.add(segment(queue, item)));
      from = page.lastEvaluatedKey();
    } while (segments.size() < max && !from.isEmpty());
    return segments;
  }

  /**
   * All segments of several queues in one statement; empty if they are so many bytes that the
   * queues are better read one by one.
   *
   * @return for each queue its segments, in order, decoded when they are asked for
   */
  Optional<Map<QueueName, Stream<Segment>>> read(
      DynamoDbClient client, Collection<QueueName> queues) {
    Map<String, List<Map<String, AttributeValue>>> found = new HashMap<>();
    queues.forEach(queue -> found.put(keys.segmentPartition(queue), new ArrayList<>()));
    ExecuteStatementRequest.Builder request =
        ExecuteStatementRequest.builder()
            .statement(
                "SELECT * FROM \"%s\" WHERE PK IN [%s]"
                    .formatted(calls.table(), String.join(",", nCopies(found.size(), "?"))))
            .parameters(found.keySet().stream().map(AttributeValues::text).toList())
            .consistentRead(true);
    Optional<String> next;
    int pages = 0;
    do {
      if (pages++ == MOST_PAGES) {
        return Optional.empty();
      }
      ExecuteStatementResponse page = client.executeStatement(request.build());
      page.items().forEach(item -> found.getOrDefault(textOf(item, Keys.PK), List.of()).add(item));
      next = Optional.ofNullable(page.nextToken());
      next.ifPresent(request::nextToken);
    } while (next.isPresent());
    return Optional.of(
        queues.stream()
            .collect(
                toMap(
                    queue -> queue,
                    queue ->
                        found.getOrDefault(keys.segmentPartition(queue), List.of()).stream()
                            .sorted(comparing(item -> textOf(item, Keys.SK)))
                            .map(item -> segment(queue, item)))));
  }

  private static Segment segment(QueueName queue, Map<String, AttributeValue> item) {
    String sort = textOf(item, Keys.SK);
    return new Segment(
        queue,
        QueueKeys.numberOf(sort),
        QueueKeys.appendOf(sort),
        QueueKeys.indexOf(sort),
        SegmentCodec.decode(bytesOf(item, DATA)));
  }

  CompletableFuture<Void> remove(List<Segment> segments) {
    return new BatchWrite(calls).delete(segments.stream().map(keys::segment).toList());
  }

  /** Returns false if the segment does not exist any more. */
  boolean replace(DynamoDbClient client, Segment segment, List<ParkedEvent> left) {
    List<Segmentation.Part> parts = Segmentation.of(left);
    if (parts.size() > 1) {
      // Fewer events can be larger once deflated, because they also record what was published.
      return false;
    }
    try {
      client.putItem(
          request ->
              request
                  .tableName(calls.table())
                  .item(item(keys.segment(segment), parts.get(0)))
                  .conditionExpression("attribute_exists(PK)"));
      return true;
    } catch (ConditionalCheckFailedException gone) {
      return false;
    }
  }

  /** The same as an action of a transaction, on condition that the segment is as it was read. */
  TransactWriteItem replacement(Segment segment, List<ParkedEvent> left) {
    Map<String, String> names = Map.of("#events", EVENTS);
    Map<String, AttributeValue> values = Map.of(":events", number(segment.events().size()));
    String unchanged = "#events = :events";
    if (left.isEmpty()) {
      return TransactWriteItem.builder()
          .delete(
              delete ->
                  delete
                      .tableName(calls.table())
                      .key(keys.segment(segment))
                      .conditionExpression(unchanged)
                      .expressionAttributeNames(names)
                      .expressionAttributeValues(values))
          .build();
    }
    List<Segmentation.Part> parts = Segmentation.of(left);
    if (parts.size() > 1) {
      throw new IllegalStateException(
          "the rest of a segment does not fit into an item: redrive the lane first");
    }
    return TransactWriteItem.builder()
        .put(
            put ->
                put.tableName(calls.table())
                    .item(item(keys.segment(segment), parts.get(0)))
                    .conditionExpression(unchanged)
                    .expressionAttributeNames(names)
                    .expressionAttributeValues(values))
        .build();
  }

  /** Writes many items in as few requests as possible. */
  record BatchWrite(Calls calls) {
    /** Quota of BatchWriteItem. */
    private static final int MAX_ITEMS = 25;

    CompletableFuture<Void> put(List<Map<String, AttributeValue>> items) {
      return write(
          items.stream()
              .map(item -> PutRequest.builder().item(item).build())
              .map(put -> WriteRequest.builder().putRequest(put).build())
              .toList());
    }

    CompletableFuture<Void> delete(List<Map<String, AttributeValue>> keys) {
      return write(
          keys.stream()
              .map(key -> DeleteRequest.builder().key(key).build())
              .map(delete -> WriteRequest.builder().deleteRequest(delete).build())
              .toList());
    }

    private CompletableFuture<Void> write(List<WriteRequest> requests) {
      return new InBatches(calls, MAX_ITEMS, "BatchWriteItem")
          .each(
              requests,
              (client, some) ->
                  client
                      .batchWriteItem(request -> request.requestItems(Map.of(calls.table(), some)))
                      .unprocessedItems()
                      .getOrDefault(calls.table(), List.of()));
    }
  }
}
