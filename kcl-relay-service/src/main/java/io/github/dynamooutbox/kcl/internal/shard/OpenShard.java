package io.github.dynamooutbox.kcl.internal.shard;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.Record;

/**
 * How far a shard has been read and finished. An empty read shows that everything committed before
 * it was read; another one shows that only up to its last record. Thread-safe.
 */
final class OpenShard {
  private final Submitted submitted;
  private Instant lastRead;
  private Instant readTo;

  OpenShard(Submitted submitted, Instant now) {
    this.submitted = submitted;
    lastRead = now;
    readTo = now;
  }

  boolean isOf(Submitted other) {
    return submitted == other;
  }

  synchronized void read(List<Record> records, Instant now) {
    lastRead = now;
    Instant end =
        records.isEmpty()
            ? now
            : records.get(records.size() - 1).dynamodb().approximateCreationDateTime();
    if (end.isAfter(readTo)) {
      readTo = end;
    }
  }

  /** Everything committed longer ago than this is known to be finished. */
  Duration lag(Instant now) {
    Optional<Instant> oldest = submitted.oldest();
    synchronized (this) {
      Instant to = oldest.filter(readTo::isAfter).orElse(readTo);
      return notNegative(Duration.between(to, now));
    }
  }

  synchronized Duration sinceRead(Instant now) {
    return notNegative(Duration.between(lastRead, now));
  }

  /** Clocks differ, so an age can come out negative. */
  private static Duration notNegative(Duration age) {
    return age.isNegative() ? Duration.ZERO : age;
  }

  int waiting() {
    return submitted.waiting();
  }
}
