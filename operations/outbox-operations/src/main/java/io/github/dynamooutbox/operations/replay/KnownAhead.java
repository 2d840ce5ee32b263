package io.github.dynamooutbox.operations.replay;

import io.github.dynamooutbox.relay.progress.FinishedAheadStore;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Presents what need not be sent as finished ahead, to a relay of the same records. Writes to the
 * list of the relay whose batches these were. Thread-safe.
 *
 * @param store that list
 * @param known what need not be sent, including what was in the list
 */
record KnownAhead(FinishedAheadStore store, Set<FinishedDelivery> known)
    implements FinishedAheadStore {
  KnownAhead {
    known = Set.copyOf(known);
  }

  @Override
  public CompletionStage<Set<FinishedDelivery>> load(StreamPosition from) {
    return CompletableFuture.completedFuture(known);
  }

  @Override
  public CompletionStage<Void> save(
      StreamPosition firstUnfinished, List<FinishedDelivery> finished) {
    return store.save(firstUnfinished, finished);
  }

  @Override
  public CompletionStage<Void> add(
      StreamPosition firstUnfinished, List<FinishedDelivery> finished) {
    return store.add(firstUnfinished, finished);
  }
}
