package io.github.dynamooutbox.kcl.internal.shard;

import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;

/** An open shard without KCL: reads and finishes what a test names. */
public final class TestShard {
  private final ScriptedRelay relay = new ScriptedRelay();
  private final OpenShards shards;
  private final String name;
  private final Submitted submitted = new Submitted(relay, Optional.empty());

  private TestShard(OpenShards shards, String name) {
    this.shards = shards;
    this.name = name;
  }

  public static TestShard open(OpenShards shards, String name) {
    TestShard opened = new TestShard(shards, name);
    shards.opened(name, opened.submitted);
    return opened;
  }

  Submitted submitted() {
    return submitted;
  }

  public void readNothing() {
    shards.read(name, List.of());
  }

  /** Reads records with the same creation time. */
  public void read(Instant created, int... positions) {
    List<Record> records = new ArrayList<>();
    for (int position : positions) {
      records.add(
          Record.builder()
              .eventName(OperationType.INSERT)
              .dynamodb(
                  change ->
                      change
                          .sequenceNumber(Integer.toString(position))
                          .approximateCreationDateTime(created)
                          .keys(Map.of()))
              .build());
    }
    submitted.submit(records);
    shards.read(name, records);
  }

  public void finishAll() {
    relay.finishAll();
  }

  /** Its lease expires. */
  public void expire() {
    shards.expired();
  }

  public void close(OpenShards from) {
    from.closed(name, submitted);
  }

  /** Accepts everything, and finishes what the test names. */
  static final class ScriptedRelay implements ShardRelay {
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
}
