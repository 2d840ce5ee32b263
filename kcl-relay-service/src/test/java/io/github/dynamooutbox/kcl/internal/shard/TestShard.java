package io.github.dynamooutbox.kcl.internal.shard;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
}
