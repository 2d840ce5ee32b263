package io.github.dynamooutbox.benchmarks.kcl;

import io.github.dynamooutbox.benchmarks.load.LaneRecords;
import io.github.dynamooutbox.benchmarks.results.Results;
import io.github.dynamooutbox.format.sdk.SdkItem;
import io.github.dynamooutbox.relay.Relay;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.loop.ThreadEventLoop;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The heap that shards take while a target is down: each is full then, the worst case. KCL's part
 * of it is the three reads that wait for room, each of at most 1000 records or 1 MB.
 */
public final class Sizing {
  private static final int READ_RECORDS = 1000;
  private static final int READ_BYTES = 1 << 20;
  private static final int READS_AHEAD = 3;

  /**
   * If nothing was submitted for this long, every shard is full. Much longer than a batch takes.
   */
  private static final Duration FULL = Duration.ofSeconds(5);

  private Sizing() {}

  /** Prints the live heap for each number of shards and size of events. */
  public static void measure(Results results) throws InterruptedException {
    results.print("payload   shards   records in a shard   live heap   for each shard%n");
    for (int payload : new int[] {1_000, 30_000}) {
      for (int shards : new int[] {1, 4, 16, 64}) {
        measure(results, payload, shards);
      }
    }
  }

  private static void measure(Results results, int payload, int shards)
      throws InterruptedException {
    double before = liveMegabytes();
    try (ThreadEventLoop loop = new ThreadEventLoop("sizing")) {
      Relay relay =
          Relay.builder(
                  List.of(new Memory("up", true), new Memory("down", false)),
                  List.of(Rule.all("up", "down")),
                  loop)
              .build();
      List<Filling> all = new ArrayList<>();
      for (int i = 0; i < shards; i++) {
        all.add(new Filling(relay.open("shard-" + i), payload));
      }
      fill(all);
      double used = liveMegabytes() - before;
      results.print(
          "%5d B %8d %20d %8.0f MB %13.1f MB%n",
          payload, shards, all.get(0).submitted, used, used / shards);
      for (Filling each : all) {
        each.shard.close().toCompletableFuture().join();
      }
    }
  }

  private static void fill(List<Filling> all) throws InterruptedException {
    long last = System.nanoTime();
    while (System.nanoTime() - last < FULL.toNanos()) {
      boolean submitted = false;
      for (Filling each : all) {
        submitted |= each.submitIfThereIsRoom();
      }
      if (submitted) {
        last = System.nanoTime();
      } else {
        Thread.sleep(1);
      }
    }
  }

  /** A shard, and what KCL has read ahead: three reads, of which the next waits for room. */
  private static final class Filling {
    private final ShardRelay shard;
    private final LaneRecords orders;
    private final int read;
    private List<StreamRecord> ahead;
    private CompletableFuture<Void> room = CompletableFuture.completedFuture(null);
    private int submitted;

    private Filling(ShardRelay shard, int payload) {
      this.shard = shard;
      // Each event belongs to an aggregate of its own.
      orders =
          new LaneRecords(
              Instant.EPOCH,
              Integer.MAX_VALUE,
              number -> "{\"text\":\"" + "x".repeat(payload - 11) + "\"}");
      read = Math.min(READ_RECORDS, READ_BYTES / payload);
      ahead = records(0, READS_AHEAD * read);
    }

    private boolean submitIfThereIsRoom() {
      if (!room.isDone()) {
        return false;
      }
      room = shard.submit(ahead.subList(0, read)).toCompletableFuture();
      List<StreamRecord> next = new ArrayList<>(ahead.subList(read, ahead.size()));
      submitted += read;
      next.addAll(records(submitted + (READS_AHEAD - 1) * read, read));
      ahead = next;
      return true;
    }

    private List<StreamRecord> records(int from, int count) {
      return orders.records(from, from + count).stream().map(Sizing::asRead).toList();
    }
  }

  /** The record as the SDK reads it: with strings of its own. */
  private static StreamRecord asRead(StreamRecord record) {
    SdkItem read = new SdkItem(SdkItem.attributesOf(record.newImage().orElseThrow()));
    return new StreamRecord(record.position(), record.change(), read, Optional.of(read));
  }

  private static double liveMegabytes() throws InterruptedException {
    for (int i = 0; i < 3; i++) {
      System.gc();
      Thread.sleep(50);
    }
    Runtime jvm = Runtime.getRuntime();
    return (jvm.totalMemory() - jvm.freeMemory()) / 1048576.0;
  }

  private record Waiting(Envelope envelope, int bytes) implements Entry {}

  /** Accepts everything at once, or answers nothing. */
  private record Memory(String name, boolean answers) implements Target<Waiting> {
    @Override
    public boolean ordered() {
      return true;
    }

    @Override
    public BatchLimits limits() {
      return new BatchLimits(500, 5 << 20, 4);
    }

    @Override
    public Prepared<Waiting> prepare(Envelope envelope) {
      return new Prepared.Ready<>(new Waiting(envelope, envelope.event().data().toBytes().length));
    }

    @Override
    public CompletionStage<BatchOutcome> publish(List<Waiting> entries) {
      CompletableFuture<BatchOutcome> answer = new CompletableFuture<>();
      if (answers) {
        answer.complete(BatchOutcome.all(entries.size(), Published.INSTANCE));
      }
      return answer;
    }
  }
}
