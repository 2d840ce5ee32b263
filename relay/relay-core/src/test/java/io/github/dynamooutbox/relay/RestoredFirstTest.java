package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.park.BlockedAfter;
import io.github.dynamooutbox.relay.park.queue.ModelQueueTable.Steps;
import io.github.dynamooutbox.relay.park.queue.ParkingPolicy;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome.PerEntry;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/**
 * What a shard saves for its next run replaces what an earlier one has saved, so nothing is saved
 * before that is read: whatever the first batches contain, how slowly the control table answers,
 * and when the shard is closed.
 */
class RestoredFirstTest {
  private static final int RUNS = 300;

  private final TreeSet<String> saved = new TreeSet<>();
  private int closedBefore;

  @Test
  void nothingIsSavedBeforeWhatEarlierRunsHaveSavedIsRead() {
    for (int seed = 0; seed < RUNS; seed++) {
      new Case(seed).run();
    }

    assertThat(saved).containsExactly("circuits", "failing", "lateness");
    assertThat(closedBefore).as("closed before it was read").isBetween(RUNS / 10, RUNS / 2);
  }

  private final class Case implements Steps {
    private final int seed;
    private final RandomGenerator random;
    private final VirtualLoop loop = new VirtualLoop();
    private final MemoryQueues queues = new MemoryQueues(loop, Duration.ofMillis(1));
    private final List<String> tooEarly = new ArrayList<>();
    private boolean isRead;

    private Case(int seed) {
      this.seed = seed;
      random = new SplittableRandom(seed);
    }

    private void run() {
      queues.latency = Duration.ofSeconds(random.nextInt(60));
      ShardRelay shard = open();
      for (int batch = 0, position = 1; batch < 3; batch++) {
        List<StreamRecord> records = new ArrayList<>();
        for (int i = random.nextInt(8); i >= 0; i--) {
          records.add(record(position++));
        }
        shard.submit(records);
        loop.runFor(Duration.ofSeconds(random.nextInt(15)));
      }
      if (random.nextBoolean()) {
        loop.runFor(Duration.ofSeconds(90));
      }
      CompletableFuture<Optional<StreamPosition>> closed = shard.close().toCompletableFuture();
      closedBefore += isRead ? 0 : 1;
      loop.runUntil(closed::isDone);

      assertThat(tooEarly).as("seed %d", seed).isEmpty();
    }

    private ShardRelay open() {
      return Relay.builder(
              List.of(target("bus"), target("feed")),
              List.of(Rule.matching("{\"type\":[\"OrderChanged\"]}", "bus", "feed")),
              loop)
          .clock(loop)
          .backoff(new Backoff(Duration.ofMillis(50), Duration.ofSeconds(5), random))
          .parking(
              new ParkingPolicy(
                  Optional.of(queues.table(this)), true, Optional.of(BlockedAfter.DEFAULT)))
          .build()
          .open("shard");
    }

    private ScriptedTarget target(String name) {
      int accepts = random.nextInt(3);
      return new ScriptedTarget(name, true, new BatchLimits(4, 10_000, 2), loop)
          .always(
              entries ->
                  new PerEntry(
                      entries.stream()
                          .<PublishOutcome>map(
                              each ->
                                  accepts > 0 && !each.id().startsWith("a0")
                                      ? Published.INSTANCE
                                      : new Retry("DOWN", "no answer"))
                          .toList()));
    }

    private StreamRecord record(int position) {
      String id = "a" + random.nextInt(4);
      Instant written = loop.instant().minus(Duration.ofHours(random.nextInt(23)));
      StreamRecord record =
          switch (random.nextInt(8)) {
            case 0 -> Records.malformed(position, id, position);
            case 1 -> Records.business(position);
            case 2 -> Records.record(position, "Order", id, position, written, 1, "Unknown");
            default -> Records.order(position, id, position, written, 1);
          };
      return Records.createdAt(written, record);
    }

    @Override
    public <T> CompletionStage<T> step(String what, Supplier<T> step) {
      if (what.startsWith("save")) {
        saved.addAll(List.of(what.substring("save ".length()).split(" ")));
        if (!isRead) {
          tooEarly.add(what);
        }
      }
      return queues
          .step(what, step)
          .whenComplete((answer, failure) -> isRead |= what.equals("view"));
    }
  }
}
