package io.github.dynamooutbox.benchmarks.relay;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.host.ConfiguredRelay;
import io.github.dynamooutbox.benchmarks.load.LaneRecords;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A relay as a KCL worker runs it, over buses that answer at once, and its shards' records. */
final class GrowthRun implements AutoCloseable {
  /** As in the KCL worker. */
  private static final int SHARDS_AT_ONCE = 8;

  private static final int READ_RECORDS = 1_000;
  private static final int READ_KILOBYTES = 1_024;

  private final ConfiguredRelay configured;
  private final List<List<StreamRecord>> records = new ArrayList<>();
  private final int read;

  GrowthRun(GrowthCase which, int megabytes) {
    configured =
        ConfiguredRelay.open(
            RelayConfig.parse(configuration(which.targets())), RelayObserver.NONE, SHARDS_AT_ONCE);
    int events = megabytes * 1_024 / which.kilobytes() / which.shards();
    int lanes = Math.max(1, which.aggregates() / which.shards());
    read = Math.max(1, Math.min(READ_RECORDS, READ_KILOBYTES / which.kilobytes()));
    LaneRecords orders = new LaneRecords(Instant.now(), lanes, which.kilobytes());
    for (int i = 0; i < which.shards(); i++) {
      records.add(orders.records(0, events));
    }
  }

  private static String configuration(int targets) {
    String buses =
        IntStream.range(0, targets)
            .mapToObj(
                i ->
                    "\"bus%d\": {\"type\": \"eventbridge\", \"busName\": \"orders\", \"ordered\": true}"
                        .formatted(i))
            .collect(Collectors.joining(", "));
    String names =
        IntStream.range(0, targets)
            .mapToObj("\"bus%d\""::formatted)
            .collect(Collectors.joining(", "));
    return "{\"table\": {\"name\": \"orders\"}, \"targets\": {%s}, \"routes\": [{\"to\": [%s]}]}"
        .formatted(buses, names);
  }

  /** Publishes all records, and returns when that is done. */
  void publish() {
    List<ShardRelay> shards =
        IntStream.range(0, records.size())
            .mapToObj(i -> configured.relay().open("shard-" + i))
            .toList();
    int all = records.get(0).size();
    for (int from = 0; from < all; from += read) {
      List<CompletionStage<Void>> submissions = new ArrayList<>();
      for (int i = 0; i < shards.size(); i++) {
        submissions.add(
            shards.get(i).submit(records.get(i).subList(from, Math.min(from + read, all))));
      }
      submissions.forEach(GrowthRun::join);
    }
    for (ShardRelay shard : shards) {
      join(shard.settled());
      if (shard.firstUnfinished().isPresent()) {
        throw new IllegalStateException("the relay stopped at " + shard.firstUnfinished());
      }
      join(shard.close());
    }
  }

  private static <T> void join(CompletionStage<T> stage) {
    T unused = stage.toCompletableFuture().join();
  }

  @Override
  public void close() {
    configured.close();
  }
}
