package io.github.dynamooutbox.operations.replay;

import io.github.dynamooutbox.aws.config.TableConfig;
import io.github.dynamooutbox.aws.table.KeyedItems;
import io.github.dynamooutbox.format.DecodeResult;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.format.sdk.SdkItem;
import io.github.dynamooutbox.operations.internal.read.InOrder;
import io.github.dynamooutbox.operations.operate.AwsFailures;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** The records of the table, read consistently. What cannot be decoded is left out. */
final class SourceRecords {
  /** Pages of up to 1 MB that are in memory together. */
  static final int AT_ONCE = 8;

  private final DynamoDbClient client;
  private final TableConfig table;
  private final Executor executor;
  private final RecordCodec codec;

  /**
   * @param executor runs requests that are repeated while the table has no capacity left, and
   *     {@link #AT_ONCE} that read ahead
   */
  SourceRecords(DynamoDbClient client, TableConfig table, Executor executor) {
    this.client = client;
    this.table = table;
    this.executor = executor;
    codec = new RecordCodec(table.schema());
  }

  private String what() {
    return "the table \"" + table.name() + '"';
  }

  /** The records of a partition, in the order of their keys, from a sort key on. */
  void from(RecordKey first, Consumer<DecodeResult.Decoded> each) {
    fromEach(List.of(first), units -> {}, each, () -> {});
  }

  /**
   * The same for several partitions, one after the other. Their first pages are read ahead, several
   * at the same time.
   *
   * @param spent called after each request with the read units that it cost; may block
   * @param endOfPartition called after the last record of each partition
   */
  void fromEach(
      Collection<RecordKey> firsts,
      DoubleConsumer spent,
      Consumer<DecodeResult.Decoded> each,
      Runnable endOfPartition) {
    InOrder<Page> pages =
        new InOrder<>(
            executor,
            AT_ONCE,
            read -> {
              Page page = read;
              page.answer().items().stream().flatMap(this::decoded).forEach(each);
              while (page.answer().hasLastEvaluatedKey()) {
                page = page(page.next(), spent);
                page.answer().items().stream().flatMap(this::decoded).forEach(each);
              }
              endOfPartition.run();
            });
    firsts.forEach(first -> pages.read(() -> page(query(first), spent)));
    pages.end();
  }

  private record Page(QueryRequest query, QueryResponse answer) {
    QueryRequest next() {
      return query.toBuilder().exclusiveStartKey(answer.lastEvaluatedKey()).build();
    }
  }

  private Page page(QueryRequest query, DoubleConsumer spent) {
    QueryResponse answer = AwsFailures.of(what(), () -> client.query(query));
    spent.accept(answer.consumedCapacity().capacityUnits());
    return new Page(query, answer);
  }

  private QueryRequest query(RecordKey first) {
    return QueryRequest.builder()
        .tableName(table.name())
        .consistentRead(true)
        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
        .keyConditionExpression("#pk = :pk AND #sk >= :sk")
        .expressionAttributeNames(
            Map.of("#pk", table.schema().partitionKey(), "#sk", table.schema().sortKey()))
        .expressionAttributeValues(
            Map.of(
                ":pk", AttributeValue.fromS(first.partition()),
                ":sk", AttributeValue.fromS(first.sort())))
        .build();
  }

  /**
   * All records, those of a partition one after the other. Reads several parts of the table at the
   * same time; a partition is in one of them.
   *
   * @param each called by one thread at a time
   */
  void all(Consumer<DecodeResult.Decoded> each) {
    AtomicBoolean failed = new AtomicBoolean();
    List<CompletableFuture<Void>> parts = new ArrayList<>();
    for (int part = 0; part < AT_ONCE; part++) {
      ScanRequest.Builder scan = scan().segment(part).totalSegments(AT_ONCE);
      parts.add(CompletableFuture.runAsync(() -> part(scan, each, failed), executor));
    }
    try {
      CompletableFuture.allOf(parts.toArray(CompletableFuture<?>[]::new)).join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  private void part(
      ScanRequest.Builder scan, Consumer<DecodeResult.Decoded> each, AtomicBoolean failed) {
    try {
      ScanResponse page;
      do {
        page = AwsFailures.of(what(), () -> client.scan(scan.build()));
        synchronized (this) {
          if (!failed.get()) {
            page.items().stream().flatMap(this::decoded).forEach(each);
          }
        }
        scan.exclusiveStartKey(page.lastEvaluatedKey());
      } while (page.hasLastEvaluatedKey() && !failed.get());
    } catch (RuntimeException e) {
      failed.set(true);
      throw e;
    }
  }

  private ScanRequest.Builder scan() {
    return ScanRequest.builder()
        .tableName(table.name())
        .consistentRead(true)
        .filterExpression("begins_with(#pk, :prefix)")
        .expressionAttributeNames(Map.of("#pk", table.schema().partitionKey()))
        .expressionAttributeValues(
            Map.of(":prefix", AttributeValue.fromS(table.schema().prefix())));
  }

  /** Records by their keys; those that are gone are left out. */
  Map<RecordKey, DecodeResult.Decoded> of(Collection<RecordKey> keys) {
    Map<RecordKey, DecodeResult.Decoded> found = new HashMap<>();
    AwsFailures.await(
        what(),
        KeyedItems.of(client, table.name(), executor)
            .each(
                keys.stream().distinct().map(this::key).toList(),
                item -> decoded(item).forEach(record -> found.put(record.key(), record))));
    return found;
  }

  private Map<String, AttributeValue> key(RecordKey key) {
    return Map.of(
        table.schema().partitionKey(), AttributeValue.fromS(key.partition()),
        table.schema().sortKey(), AttributeValue.fromS(key.sort()));
  }

  private Stream<DecodeResult.Decoded> decoded(Map<String, AttributeValue> item) {
    return codec
        .decode(new SdkItem(Objects.requireNonNull(item)))
        .fold(Stream::of, newer -> Stream.empty(), malformed -> Stream.empty());
  }
}
