package io.github.dynamooutbox.operations.replay;

import io.github.dynamooutbox.relay.Routing;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Counts what would be sent. Not thread-safe. */
final class FailedBatchTally {
  private final Routing routing;
  private final ParkedLanes parked;
  private final Set<String> ordered;
  private final Map<String, Long> targets = new TreeMap<>();
  private final Set<LaneKey> late = new HashSet<>();
  private long known;
  private long behind;
  private long unroutable;
  private long unreadable;

  FailedBatchTally(Routing routing, ParkedLanes parked, Set<String> ordered) {
    this.routing = routing;
    this.parked = parked;
    this.ordered = ordered;
  }

  void add(FailedChunk chunk, KnownDeliveries deliveries) {
    for (Envelope event : chunk.events()) {
      Optional<Set<String>> routed = routing.targets(event);
      if (routed.isEmpty() && !deliveries.includes(event, LaneKey.ALL_TARGETS)) {
        unroutable++;
      }
      routed.orElse(Set.of(LaneKey.ALL_TARGETS)).stream()
          .filter(target -> !deliveries.includes(event, target))
          .filter(target -> !target.equals(LaneKey.ALL_TARGETS))
          .forEach(target -> add(event, target, deliveries));
      known +=
          routed.orElse(Set.of(LaneKey.ALL_TARGETS)).stream()
              .filter(target -> deliveries.includes(event, target))
              .count();
    }
    chunk
        .unreadable()
        .forEach(
            record -> {
              if (deliveries.includes(record)) {
                known++;
              } else {
                unreadable++;
              }
            });
  }

  private void add(Envelope event, String target, KnownDeliveries deliveries) {
    LaneKey lane = new LaneKey(target, event.aggregate().toString());
    targets.merge(target, 1L, Long::sum);
    if (ordered.contains(target) && parked.include(lane)) {
      behind++;
    } else if (ordered.contains(target) && deliveries.isLate(event, target)) {
      late.add(lane);
    }
  }

  FailedBatchPlan plan(int batches) {
    return new FailedBatchPlan(
        batches, targets, known, behind, late.size(), unroutable, unreadable);
  }
}
