package io.github.dynamooutbox.aws.control;

import static io.github.dynamooutbox.aws.control.AttributeValues.bytesOf;
import static io.github.dynamooutbox.aws.control.AttributeValues.numberOf;
import static io.github.dynamooutbox.aws.control.AttributeValues.text;
import static io.github.dynamooutbox.aws.control.AttributeValues.textOf;

import io.github.dynamooutbox.aws.internal.table.Calls;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/**
 * Reads the receipts of a range of time, for audits. A receipt's time is when its relay created it,
 * a little after its events were published. Thread-safe.
 */
public final class ReceiptReader {
  /** How many parts of a range are read at the same time. */
  public static final int SLICES = 8;

  /** By how much clocks of writers and relays may differ. */
  public static final Duration SKEW = Duration.ofMinutes(5);

  /** The longest time for which receipts can be configured to be kept. */
  public static final Duration LONGEST_RETENTION = Duration.ofDays(400);

  private final Calls calls;
  private final ReceiptPartitions partitions;

  ReceiptReader(Calls calls, Keys keys) {
    this.calls = calls;
    this.partitions = new ReceiptPartitions(keys);
  }

  /**
   * Passes on all receipts of the range, one at a time and hour by hour, within an hour in no
   * particular order. A receipt that was too large for one item comes as several.
   *
   * @param from the earliest time
   * @param to the end of the range, not in it
   * @param each called on one of the executor's threads, which is busy until the end
   * @return completes exceptionally if a read fails, or if {@code each} throws
   */
  public CompletionStage<Void> read(Instant from, Instant to, Consumer<StoredReceipt> each) {
    return read(from, to, each, units -> {});
  }

  /**
   * The same, and reports what it costs.
   *
   * @param spent called after each request with the read units that it has cost; may block
   */
  public CompletionStage<Void> read(
      Instant from, Instant to, Consumer<StoredReceipt> each, DoubleConsumer spent) {
    return calls.execute(
        client -> {
          for (String partition : partitions.between(from, to)) {
            for (QueryResponse page : client.queryPaginator(query(partition, from, to))) {
              page.items().forEach(item -> each.accept(receiptOf(item)));
              spent.accept(page.consumedCapacity().capacityUnits());
            }
          }
        });
  }

  /**
   * The same, but reads {@link #SLICES} parts of the range at the same time, so in no particular
   * order.
   *
   * @param each called by one thread at a time
   */
  public CompletionStage<Void> readInSlices(
      Instant from, Instant to, Consumer<StoredReceipt> each, DoubleConsumer spent) {
    Consumer<StoredReceipt> one =
        receipt -> {
          synchronized (each) {
            each.accept(receipt);
          }
        };
    Duration slice = Duration.ofHours(Duration.between(from, to).toHours() / SLICES + 1);
    List<CompletableFuture<Void>> slices = new ArrayList<>();
    for (Instant start = from; start.isBefore(to); start = start.plus(slice)) {
      Instant end = start.plus(slice);
      slices.add(read(start, end.isBefore(to) ? end : to, one, spent).toCompletableFuture());
    }
    return CompletableFuture.allOf(slices.toArray(CompletableFuture<?>[]::new));
  }

  /**
   * The earliest time of a receipt of what was committed at a time. Clocks of writers and relays
   * may differ by {@link #SKEW}. A commit in the future, or longer ago than receipts are kept, says
   * nothing but that its writer's clock was wrong: then the longest retention before now.
   *
   * @param committed by its writer's clock; any value
   */
  public static Instant earliest(Instant committed, Instant now) {
    Instant first = now.minus(LONGEST_RETENTION);
    boolean isPossible = committed.isAfter(first) && committed.isBefore(now.plus(SKEW));
    return (isPossible ? committed : first).minus(SKEW);
  }

  /**
   * Passes on all receipts from a time until now, in no particular order.
   *
   * @param from see {@link #earliest}
   * @param each called by one thread at a time
   * @param spent called after each request with the read units that it has cost; may block
   */
  public CompletionStage<Void> readSince(
      Instant from, Instant now, Consumer<StoredReceipt> each, DoubleConsumer spent) {
    return readInSlices(from, now.plus(SKEW), each, spent);
  }

  private QueryRequest query(String partition, Instant from, Instant to) {
    return QueryRequest.builder()
        .tableName(calls.table())
        .consistentRead(true)
        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
        .keyConditionExpression("PK = :partition AND SK BETWEEN :from AND :to")
        .expressionAttributeValues(
            Map.of(
                ":partition", text(partition),
                ":from", text(Keys.receiptsFrom(from)),
                ":to", text(Keys.receiptsFrom(to))))
        .build();
  }

  private static StoredReceipt receiptOf(Map<String, AttributeValue> item) {
    Instant at = Keys.receiptTime(textOf(item, Keys.SK));
    return new StoredReceipt(
        at,
        Instant.ofEpochSecond(numberOf(item, Keys.TTL)),
        ReceiptCodec.decode(at, bytesOf(item, DurableReceiptBook.DATA)));
  }
}
