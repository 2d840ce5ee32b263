package io.github.dynamooutbox.relay;

import io.github.dynamooutbox.relay.progress.FinishedAheadStore;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** What was finished ahead, in memory and at once; of the oldest nothing is kept for long. */
final class SpareAhead implements FinishedAheadStore {
  private static final int MOST = 100_000;

  private final TreeSet<FinishedDelivery> all =
      new TreeSet<>(
          Comparator.comparing(FinishedDelivery::position)
              .thenComparing(FinishedDelivery::target)
              .thenComparing(FinishedDelivery::index));

  @Override
  public CompletionStage<Set<FinishedDelivery>> load(StreamPosition from) {
    Set<FinishedDelivery> found = new HashSet<>();
    for (FinishedDelivery each : all.descendingSet()) {
      if (each.position().compareTo(from) < 0) {
        break;
      }
      found.add(each);
    }
    return CompletableFuture.completedStage(found);
  }

  @Override
  public CompletionStage<Void> save(StreamPosition first, List<FinishedDelivery> finished) {
    all.addAll(finished);
    while (all.size() > MOST) {
      all.pollFirst();
    }
    return CompletableFuture.completedStage(null);
  }
}
