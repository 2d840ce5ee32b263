package io.github.dynamooutbox.relay.internal.lane;

import io.github.dynamooutbox.relay.park.ParkedEvent.Cause;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * What is to be parked of records on their way to a target without order. It waits until each of
 * its record's events was tried once: then it is parked in one go, and its record stored once,
 * whatever number of requests they were in. Confined to the relay's event loop.
 */
final class Rejections {
  private final Map<StreamPosition, OfRecord> records = new HashMap<>();

  private static final class OfRecord {
    private final Set<Delivery> untried = new HashSet<>();
    private final Map<Delivery, Cause> rejected = new LinkedHashMap<>();
  }

  /** Takes a delivery that was not sent yet. */
  void add(Delivery delivery) {
    records
        .computeIfAbsent(delivery.envelope().position(), position -> new OfRecord())
        .untried
        .add(delivery);
  }

  /** Takes what is to be parked, and returns what is to be parked now. */
  Map<Delivery, Cause> reject(Delivery delivery, Cause cause) {
    OfRecord record = records.get(delivery.envelope().position());
    if (record == null) {
      return Map.of(delivery, cause);
    }
    record.rejected.put(delivery, cause);
    return tried(delivery);
  }

  /** A delivery was sent, or never will be: returns what is to be parked now. */
  Map<Delivery, Cause> tried(Delivery delivery) {
    OfRecord record = records.get(delivery.envelope().position());
    if (record == null) {
      return Map.of();
    }
    record.untried.remove(delivery);
    if (!record.untried.isEmpty()) {
      return Map.of();
    }
    records.remove(delivery.envelope().position());
    return record.rejected;
  }
}
