package io.github.dynamooutbox.relay.internal.circuit;

import static io.github.dynamooutbox.relay.park.queue.QueueEvents.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.VirtualLoop;
import io.github.dynamooutbox.relay.internal.call.BestEffortCalls;
import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.queue.ModelQueueTable;
import io.github.dynamooutbox.relay.park.queue.PartitionLimits;
import io.github.dynamooutbox.relay.park.queue.QueueModel;
import io.github.dynamooutbox.relay.park.queue.SavedCircuit;
import io.github.dynamooutbox.relay.park.queue.SavedFailing;
import io.github.dynamooutbox.relay.park.queue.SavedLateness;
import io.github.dynamooutbox.relay.park.queue.SavedMemory;
import io.github.dynamooutbox.relay.park.queue.SavedMemory.Change;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class MemoryStoreTest {
  @Test
  void changesAreWrittenInTheirOrderOneWriteAtATimeAndTheEndWaitsForAll() {
    int writes = 0;
    for (int seed = 0; seed < 50; seed++) {
      writes += new Run(seed).run();
    }
    assertThat(writes).as("those that wait are written together").isBetween(50, 50 * 10);
  }

  @Test
  void withoutAControlTableNothingIsSavedAndNothingIsWaitedFor() {
    List<String> done = new ArrayList<>();
    VirtualLoop loop = new VirtualLoop();
    MemoryStore store =
        new MemoryStore(Optional.empty(), "shard", calls(loop, 1), RelayObserver.NONE);
    store.save(Change.ofCircuit("bus", Optional.empty()), () -> done.add("saved"));
    store.whenSaved(() -> done.add("end"));
    assertThat(done).containsExactly("end");
    assertThat(loop.step()).isFalse();
  }

  private static BestEffortCalls calls(VirtualLoop loop, long seed) {
    return new BestEffortCalls(
        loop, new Backoff(Duration.ofMillis(1), Duration.ofMillis(2), new Random(seed)));
  }

  private static final class Run implements ModelQueueTable.Steps {
    private static final int CHANGES = 12;

    private final int seed;
    private final Random random;
    private final VirtualLoop loop = new VirtualLoop();
    private final QueueModel model = new QueueModel(new PartitionLimits(loop), 100);
    private final MemoryStore store;
    private final List<Integer> durable = new ArrayList<>();
    private final List<Integer> written = new ArrayList<>();
    private final List<RelayEvent> told = new ArrayList<>();
    private SavedMemory expected = SavedMemory.NONE;

    /** Changes that are not being written yet, and those that are. */
    private List<Integer> waiting = new ArrayList<>();

    private List<Integer> underWay = new ArrayList<>();
    private boolean isWriting;
    private int writes;
    private int attempts;
    private int failures;
    private int lost;
    private int ends;

    private Run(int seed) {
      this.seed = seed;
      random = new Random(seed);
      store =
          new MemoryStore(
              Optional.of(new ModelQueueTable(model, this)), "shard", calls(loop, seed), told::add);
    }

    private int run() {
      for (int number = 1; number <= CHANGES; number++) {
        save(change(number), number);
        loop.runFor(Duration.ofMillis(random.nextInt(8)));
      }
      boolean isBusy = isWriting || attempts > 0;
      store.whenSaved(
          () -> {
            ends++;
            assertThat(stored()).as("%d: when it ends", seed).isEqualTo(expected);
          });
      if (isBusy) {
        assertThat(ends).as("%d: before all is saved", seed).isZero();
      }
      loop.runAll();

      assertThat(ends).as("%d", seed).isOne();
      assertThat(durable).as("%d: durable", seed).isEqualTo(written);
      assertThat(told)
          .as("%d: lost", seed)
          .hasSize(lost)
          .allMatch(new RelayEvent.Lost("circuit", 0, "IllegalStateException")::equals);
      return writes;
    }

    private SavedMemory stored() {
      ModelQueueTable.Steps atOnce =
          new ModelQueueTable.Steps() {
            @Override
            public <T> CompletionStage<T> step(String what, Supplier<T> step) {
              return CompletableFuture.completedStage(step.get());
            }
          };
      return get(new ModelQueueTable(model, atOnce).view("shard", List.of())).memory();
    }

    private Change change(int number) {
      Instant now = Instant.ofEpochSecond(number);
      return switch (random.nextInt(6)) {
        case 0 -> Change.ofFailing(Map.of("e", new SavedFailing(now, now, true)), Set.of("f"));
        case 1 -> Change.ofFailing(Map.of("f", new SavedFailing(now, now, true)), Set.of("e"));
        case 2 ->
            Change.ofLateness(
                random.nextBoolean()
                    ? Optional.of(new SavedLateness(now, Duration.ofHours(number)))
                    : Optional.empty());
        default ->
            Change.ofCircuit(
                random.nextBoolean() ? "bus" : "feed",
                random.nextBoolean()
                    ? Optional.of(
                        new SavedCircuit(SavedCircuit.State.OPEN, now, number, now, now, ""))
                    : Optional.empty());
      };
    }

    private void save(Change change, int number) {
      expected = expected.after(change);
      waiting.add(number);
      store.save(change, () -> durable.add(number));
    }

    /** Takes a while; some fail up to three times, and are stored all the same. */
    @Override
    public <T> CompletionStage<T> step(String what, Supplier<T> step) {
      assertThat(isWriting).as("%d: one at a time", seed).isFalse();
      isWriting = true;
      if (++attempts == 1) {
        writes++;
        failures = Math.max(0, random.nextInt(6) - 2);
        underWay = waiting;
        waiting = new ArrayList<>();
      }
      CompletableFuture<T> answer = new CompletableFuture<>();
      loop.schedule(Duration.ofMillis(random.nextInt(10)), () -> answer(step.get(), answer));
      return answer;
    }

    private <T> void answer(T stored, CompletableFuture<T> answer) {
      isWriting = false;
      boolean fails = attempts <= failures;
      lost += fails && attempts == 3 ? 1 : 0;
      if (!fails || attempts == 3) {
        attempts = 0;
      }
      if (fails) {
        answer.completeExceptionally(new IllegalStateException("slow down"));
      } else {
        written.addAll(underWay);
        answer.complete(stored);
      }
    }
  }
}
