package io.github.dynamooutbox.aws.control;

import io.github.dynamooutbox.format.Sha256;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * Receipts lie by the hour, so that a range of time is a few queries, and each hour in parts:
 * receipts come in the order of time, which DynamoDB cannot spread over a partition's key range,
 * and one partition takes 1,000 writes a second.
 */
record ReceiptPartitions(Keys keys) {
  private static final int PARTS = 4;
  private static final DateTimeFormatter HOUR =
      DateTimeFormatter.ofPattern("yyyyMMddHH").withZone(ZoneOffset.UTC);

  /** Where a receipt of this content lies. */
  String of(Instant at, byte[] content) {
    return keys.receiptPartition(HOUR.format(at), Math.floorMod(Sha256.of(content)[31], PARTS));
  }

  /** All partitions with receipts of a range of time, in its order. */
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
