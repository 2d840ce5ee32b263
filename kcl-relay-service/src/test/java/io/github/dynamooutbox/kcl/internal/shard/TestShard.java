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
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;

/** A shard that is open, without KCL and without a relay: reads and finishes what it is told. */
public final class TestShard implements ShardRelay {
  private final TreeSet<StreamPosition> unfinished = new TreeSet<>();
  private final OpenShards shards;
  private final String name;
  private final Submitted submitted = new Submitted(this, Optional.empty());

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

  /** Reads records of one moment. */
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

  public synchronized void finishAll() {
    unfinished.clear();
  }

  public void close(OpenShards from) {
    from.closed(name, submitted);
  }

  @Override
  public synchronized CompletionStage<Void> submit(List<StreamRecord> records) {
    records.forEach(record -> unfinished.add(record.position()));
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
  public void saveAhead() {}

  @Override
  public CompletionStage<Optional<StreamPosition>> close() {
    return CompletableFuture.completedFuture(firstUnfinished());
  }
}
