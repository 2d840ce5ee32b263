package io.github.dynamooutbox.relay.simulation;

import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeMap;

/** What was saved as finished ahead, by position. */
final class AheadItems {
  private final TreeMap<StreamPosition, Set<FinishedDelivery>> saved = new TreeMap<>();

  void save(Collection<FinishedDelivery> finished) {
    finished.forEach(
        each -> saved.computeIfAbsent(each.position(), key -> new HashSet<>()).add(each));
  }

  Set<FinishedDelivery> from(StreamPosition position) {
    Set<FinishedDelivery> found = new HashSet<>();
    saved.tailMap(position).values().forEach(found::addAll);
    return found;
  }
}
