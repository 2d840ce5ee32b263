package io.github.dynamooutbox.relay.simulation;

import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The finished-ahead lists of all shards. A list that holds all of an older one replaces it. */
final class AheadItems {
  private final List<Set<FinishedDelivery>> lists = new ArrayList<>();

  void save(Collection<FinishedDelivery> finished) {
    Set<FinishedDelivery> list = new HashSet<>(finished);
    lists.removeIf(list::containsAll);
    lists.add(list);
  }

  Set<FinishedDelivery> from(StreamPosition position) {
    Set<FinishedDelivery> found = new HashSet<>();
    for (Set<FinishedDelivery> list : lists) {
      list.stream().filter(each -> each.position().compareTo(position) >= 0).forEach(found::add);
    }
    return found;
  }
}
