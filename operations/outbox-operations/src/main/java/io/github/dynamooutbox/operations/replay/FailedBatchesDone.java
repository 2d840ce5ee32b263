package io.github.dynamooutbox.operations.replay;

import java.util.List;

/** Counts the batches that are completely done, and removes their objects if requested. */
final class FailedBatchesDone {
  private final FailedBatchStore store;
  private final boolean removes;
  private int batches;
  private int removed;

  FailedBatchesDone(FailedBatchStore store, boolean removes) {
    this.store = store;
    this.removes = removes;
  }

  void add(List<FailedBatch> some) {
    batches += some.size();
    if (removes) {
      for (FailedBatch batch : some) {
        store.remove(batch.name());
        removed++;
      }
    }
  }

  int batches() {
    return batches;
  }

  int removed() {
    return removed;
  }
}
