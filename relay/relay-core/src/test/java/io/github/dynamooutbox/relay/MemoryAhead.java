package io.github.dynamooutbox.relay;

import io.github.dynamooutbox.relay.progress.FinishedAheadStore;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** What was finished ahead, in memory and at once. */
final class MemoryAhead implements FinishedAheadStore {
  private final Set<FinishedDelivery> all = new HashSet<>();

  @Override
  public CompletionStage<Set<FinishedDelivery>> load(StreamPosition from) {
    all.removeIf(each -> each.position().compareTo(from) < 0);
    return CompletableFuture.completedStage(Set.copyOf(all));
  }

  @Override
  public CompletionStage<Void> save(StreamPosition first, List<FinishedDelivery> finished) {
    all.addAll(finished);
    return CompletableFuture.completedStage(null);
  }
}
