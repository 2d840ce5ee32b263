package io.github.dynamooutbox.aws.control;

import io.github.dynamooutbox.format.Sha256;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * Receipts are partitioned by the hour, so that a range of time takes a few queries, and each hour
 * is split into parts: receipts are written in order of time, which DynamoDB cannot spread over a
 * partition's key range, and one partition takes 1,000 writes a second.
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
