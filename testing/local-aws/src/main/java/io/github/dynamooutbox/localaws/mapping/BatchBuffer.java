package io.github.dynamooutbox.localaws.mapping;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Collects records until they make a batch: by count, by size, or by how long the first has waited.
 */
final class BatchBuffer {
  /**
   * Lambda's limit for an event is 6 MB; the rest leaves room for the brackets around the records.
   */
  private static final long MAX_BYTES = 6_000_000;

  private final int batchSize;
  private final long windowNanos;
  private final Deque<StreamEntry> entries = new ArrayDeque<>();
  private long bytes;
  private long waitingSince;

  BatchBuffer(int batchSize, long windowNanos) {
    this.batchSize = batchSize;
    this.windowNanos = windowNanos;
  }

  void add(List<StreamEntry> more, long nanoTime) {
    if (entries.isEmpty()) {
      waitingSince = nanoTime;
    }
    for (StreamEntry entry : more) {
      entries.add(entry);
      bytes += entry.json().length;
    }
  }

  boolean isEmpty() {
    return entries.isEmpty();
  }

  boolean isFull() {
    return entries.size() >= batchSize || bytes >= MAX_BYTES;
  }

  /** Whether a batch should go out now. */
  boolean isDue(long nanoTime) {
    return isFull() || (!entries.isEmpty() && nanoTime - waitingSince >= windowNanos);
  }

  /** Takes the next batch: at least one record, and as many as the limits allow. */
  List<StreamEntry> take() {
    List<StreamEntry> batch = new ArrayList<>();
    long size = 0;
    while (!entries.isEmpty() && batch.size() < batchSize) {
      int next = entries.element().json().length;
      if (!batch.isEmpty() && size + next > MAX_BYTES) {
        break;
      }
      size += next;
      batch.add(entries.remove());
    }
    bytes -= size;
    return batch;
  }
}
