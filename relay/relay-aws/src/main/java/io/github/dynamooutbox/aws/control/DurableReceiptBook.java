package io.github.dynamooutbox.aws.control;

import static io.github.dynamooutbox.aws.control.AttributeValues.binary;
import static io.github.dynamooutbox.aws.control.AttributeValues.seconds;

import io.github.dynamooutbox.aws.internal.table.Calls;
import io.github.dynamooutbox.format.Sha256;
import io.github.dynamooutbox.relay.receipt.Receipt;
import io.github.dynamooutbox.relay.receipt.ReceiptBook;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Stores each receipt as one item, or as several if it is too large for one. */
final class DurableReceiptBook implements ReceiptBook {
  static final String DATA = "data";

  private final Calls calls;
  private final ReceiptPartitions partitions;
  private final Duration retention;

  DurableReceiptBook(Calls calls, Keys keys, Duration retention) {
    this.calls = calls;
    this.partitions = new ReceiptPartitions(keys);
    this.retention = retention;
  }

  @Override
  public CompletionStage<Void> write(Receipt receipt) {
    return calls.execute(
        client -> {
          for (byte[] content : ReceiptCodec.encode(receipt)) {
            client.putItem(
                request -> request.tableName(calls.table()).item(item(receipt, content)));
          }
        });
  }

  /** The key follows from the content: a receipt that is written again changes nothing. */
  private Map<String, AttributeValue> item(Receipt receipt, byte[] content) {
    Map<String, AttributeValue> item =
        new HashMap<>(
            Keys.of(partitions.of(receipt.at(), content), Keys.receipt(receipt.at(), content)));
    item.put(DATA, binary(content));
    item.put(Keys.TTL, seconds(receipt.at().plus(retention)));
    return item;
  }

  /**
   * Receipts are partitioned by the hour, so that a range of time takes a few queries, and each
   * hour is split into parts: receipts are written in order of time, which DynamoDB cannot spread
   * over a partition's key range, and one partition takes 1,000 writes a second.
   */
  record ReceiptPartitions(Keys keys) {
    private static final int PARTS = 4;
    private static final DateTimeFormatter HOUR =
        DateTimeFormatter.ofPattern("yyyyMMddHH").withZone(ZoneOffset.UTC);

    /** The partition of a receipt with this content. */
    String of(Instant at, byte[] content) {
      return keys.receiptPartition(HOUR.format(at), Math.floorMod(Sha256.of(content)[31], PARTS));
    }

    /** All partitions that can have receipts of a range of time, in order of time. */
    List<String> between(Instant from, Instant to) {
      List<String> partitions = new ArrayList<>();
      Instant hour = from.truncatedTo(ChronoUnit.HOURS);
      while (hour.isBefore(to)) {
        for (int part = 0; part < PARTS; part++) {
          partitions.add(keys.receiptPartition(HOUR.format(hour), part));
        }
        hour = hour.plus(1, ChronoUnit.HOURS);
      }
      return partitions;
    }
  }
}
