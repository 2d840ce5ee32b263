package io.github.dynamooutbox.aws.replay;

import io.github.dynamooutbox.relay.progress.FinishedAheadStore;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * What the relay of a shard has written down as finished ahead, and what is known besides: a relay
 * of the same records leaves out both. Thread-safe.
 *
 * @param store the list of the relay whose batches these were
 */
record KnownAhead(FinishedAheadStore store, Set<FinishedDelivery> known)
    implements FinishedAheadStore {
  KnownAhead {
    known = Set.copyOf(known);
  }

  @Override
  public CompletionStage<Set<FinishedDelivery>> load(StreamPosition from) {
    return store
        .load(from)
        .thenApply(
            listed -> {
              Set<FinishedDelivery> all = new HashSet<>(listed);
              all.addAll(known);
              return all;
            });
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
