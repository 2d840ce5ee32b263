package io.github.dynamooutbox.localaws.stub.internal.sns;

import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What a FIFO topic accepted within the last five minutes, by deduplication id. */
final class DeduplicationWindow {
  private static final Duration LENGTH = Duration.ofMinutes(5);

  /** In order of time. */
  private final Map<String, Taken> recent = new LinkedHashMap<>();

  private record Taken(Receipt receipt, Instant at) {}

  /** The receipt of the message that had this id, if that is not too long ago. */
  Optional<Receipt> find(String deduplicationId, Instant now) {
    Iterator<Taken> oldest = recent.values().iterator();
    while (oldest.hasNext() && !oldest.next().at().plus(LENGTH).isAfter(now)) {
      oldest.remove();
    }
    return Optional.ofNullable(recent.get(deduplicationId)).map(Taken::receipt);
  }

  void add(String deduplicationId, Receipt receipt, Instant now) {
    recent.put(deduplicationId, new Taken(receipt, now));
  }
}
