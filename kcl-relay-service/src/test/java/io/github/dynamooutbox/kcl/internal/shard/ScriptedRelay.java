package io.github.dynamooutbox.kcl.internal.shard;

import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;

/** Accepts everything, and finishes what the test names. */
final class ScriptedRelay implements ShardRelay {
  final List<String> submitted = new ArrayList<>();
  private final TreeSet<StreamPosition> unfinished = new TreeSet<>();
  final Semaphore saved = new Semaphore(0);
  boolean closed;

  synchronized void finish(int... positions) {
    for (int position : positions) {
      unfinished.remove(new StreamPosition(Integer.toString(position)));
    }
  }

  synchronized void finishAll() {
    unfinished.clear();
  }

  @Override
  public synchronized CompletionStage<Void> submit(List<StreamRecord> records) {
    for (StreamRecord record : records) {
      submitted.add(record.position().toString());
      unfinished.add(record.position());
    }
    return settled();
  }

  @Override
  public CompletionStage<Void> settled() {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public synchronized Optional<StreamPosition> firstUnfinished() {
    return unfinished.isEmpty() ? Optional.empty() : Optional.of(unfinished.first());
  }

  @Override
  public void saveAhead() {
    saved.release();
  }

  @Override
  public synchronized CompletionStage<Optional<StreamPosition>> close() {
    closed = true;
    return CompletableFuture.completedFuture(firstUnfinished());
  }
}
