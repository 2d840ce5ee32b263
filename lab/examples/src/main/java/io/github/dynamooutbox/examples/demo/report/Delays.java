package io.github.dynamooutbox.examples.demo.report;

import io.github.dynamooutbox.examples.demo.check.CommittedRecord;
import io.github.dynamooutbox.examples.demo.targets.WatchedTarget.Acceptance;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The time that events took from write to publish: from the writer's clock just before the commit
 * to the target's clock when it first accepted the event.
 */
final class Delays {
  private final long[] sortedMillis;

  private Delays(long[] sortedMillis) {
    this.sortedMillis = sortedMillis;
  }

  static Delays of(List<CommittedRecord> committed, List<Acceptance> accepted) {
    Map<String, Instant> written = new HashMap<>();
    committed.forEach(
        record -> record.eventIds().forEach(id -> written.put(id, record.writtenAt())));
    Set<String> seen = new HashSet<>();
    long[] millis =
        accepted.stream()
            .filter(entry -> written.containsKey(entry.eventId()) && seen.add(entry.eventId()))
            .mapToLong(
                entry -> Duration.between(written.get(entry.eventId()), entry.at()).toMillis())
            .toArray();
    Arrays.sort(millis);
    return new Delays(millis);
  }

  /** The delay in milliseconds that this fraction of the events did not exceed. */
  Optional<Long> percentile(double fraction) {
    if (sortedMillis.length == 0) {
      return Optional.empty();
    }
    int rank = (int) Math.ceil(fraction * sortedMillis.length) - 1;
    return Optional.of(sortedMillis[Math.max(0, rank)]);
  }
}
