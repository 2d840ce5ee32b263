package io.github.dynamooutbox.relay.internal.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.VirtualLoop;
import io.github.dynamooutbox.relay.internal.call.BestEffortCalls;
import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.Appended;
import io.github.dynamooutbox.relay.park.queue.ParkedView;
import io.github.dynamooutbox.relay.park.queue.ParkingQueues;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.SavedCircuit;
import io.github.dynamooutbox.relay.park.queue.SavedFailing;
import io.github.dynamooutbox.relay.park.queue.SavedLateness;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Everything is saved at random, by a control table that is slow and fails. */
class CircuitStoreTest {
  private static final List<String> KEYS = List.of("bus", "feed", "failing", "late");

  @Test
  void lastOfEachKindIsSavedLastAndAloneAndTheEndWaitsForAll() {
    for (int seed = 0; seed < 50; seed++) {
      new Run(seed).run();
    }
  }

  @Test
  void withoutAControlTableNothingIsSavedAndNothingIsWaitedFor() {
    List<String> done = new ArrayList<>();
    VirtualLoop loop = new VirtualLoop();
    CircuitStore store =
        new CircuitStore(Optional.empty(), "shard", calls(loop, 1), RelayObserver.NONE);
    store.save("bus", Optional.empty(), () -> done.add("saved"));
    store.whenSaved(() -> done.add("end"));
    assertThat(done).containsExactly("end");
    assertThat(loop.step()).isFalse();
  }

  private static BestEffortCalls calls(VirtualLoop loop, long seed) {
    return new BestEffortCalls(
        loop, new Backoff(Duration.ofMillis(1), Duration.ofMillis(2), new Random(seed)));
  }

  private static final class Run implements ParkingQueues, RelayObserver {
    private final int seed;
    private final Random random;
    private final VirtualLoop loop = new VirtualLoop();
    private final CircuitStore store;
    private final Map<String, Object> last = new HashMap<>();
    private final Map<String, Object> stored = new HashMap<>();
    private final Set<String> underWay = new HashSet<>();
    private final List<Integer> durable = new ArrayList<>();
    private final List<Integer> written = new ArrayList<>();
    private final Map<Object, Integer> attempts = new HashMap<>();

    /** How often each is to fail. */
    private final Map<Object, Integer> failing = new HashMap<>();

    private int lost;
    private int ends;

    private Run(int seed) {
      this.seed = seed;
      random = new Random(seed);
      store = new CircuitStore(Optional.of(this), "shard", calls(loop, seed), this);
    }

    private void run() {
      for (int number = 1; number <= 12; number++) {
        save(KEYS.get(random.nextInt(KEYS.size())), number);
        loop.runFor(Duration.ofMillis(random.nextInt(8)));
      }
      boolean isBusy = !underWay.isEmpty();
      store.whenSaved(
          () -> {
            ends++;
            assertThat(stored).as("%d: when it ends", seed).isEqualTo(last);
          });
      if (isBusy) {
        assertThat(ends).as("%d: before all is saved", seed).isZero();
      }
      loop.runAll();

      assertThat(ends).as("%d", seed).isOne();
      assertThat(durable).as("%d: durable", seed).isEqualTo(written);
      assertThat(lost)
          .as("%d: lost", seed)
          .isEqualTo((int) failing.values().stream().filter(each -> each == 3).count());
    }

    private void save(String key, int number) {
      Instant now = Instant.ofEpochSecond(number);
      switch (key) {
        case "failing" -> {
          Map<String, SavedFailing> failing = Map.of("e", new SavedFailing(now, now, false));
          last.put(key, List.of(failing, Set.of("over" + number)));
          store.saveFailing(failing, Set.of("over" + number));
        }
        case "late" -> {
          Optional<SavedLateness> late =
              Optional.of(new SavedLateness(now, Duration.ofHours(number)));
          last.put(key, late);
          store.saveLateness(late);
        }
        default -> {
          Optional<SavedCircuit> circuit =
              Optional.of(new SavedCircuit(SavedCircuit.State.OPEN, now, number, now, now));
          last.put(key, circuit);
          store.save(key, circuit, () -> durable.add(number));
        }
      }
    }

    /**
     * Takes a while; some fail once, or as often as they are tried, and are stored all the same.
     */
    private CompletionStage<Void> write(String scope, String key, Object value) {
      assertThat(scope).isEqualTo("shard");
      assertThat(underWay.add(key)).as("%d: %s is alone", seed, key).isTrue();
      int failures = failing.computeIfAbsent(value, each -> Math.max(0, random.nextInt(6) - 2));
      boolean fails = attempts.merge(value, 1, Integer::sum) <= failures;
      CompletableFuture<Void> answer = new CompletableFuture<>();
      loop.schedule(
          Duration.ofMillis(random.nextInt(10)),
          () -> {
            underWay.remove(key);
            stored.put(key, value);
            if (fails) {
              answer.completeExceptionally(new IllegalStateException("slow down"));
              return;
            }
            if (value instanceof Optional<?> each && each.get() instanceof SavedCircuit circuit) {
              written.add(circuit.attempts());
            }
            answer.complete(null);
          });
      return answer;
    }

    @Override
    public void observe(RelayEvent event) {
      if (event instanceof RelayEvent.Lost it) {
        assertThat(it.what() + ' ' + it.events() + ' ' + it.code())
            .isEqualTo("circuit 0 IllegalStateException");
        lost++;
      }
    }

    @Override
    public CompletionStage<Void> saveCircuit(
        String scope, String target, Optional<SavedCircuit> circuit) {
      return write(scope, target, circuit);
    }

    @Override
    public CompletionStage<Void> saveFailing(
        String scope, Map<String, SavedFailing> failing, Set<String> over) {
      return write(scope, "failing", List.of(failing, over));
    }

    @Override
    public CompletionStage<Void> saveLateness(String scope, Optional<SavedLateness> late) {
      return write(scope, "late", late);
    }

    @Override
    public CompletionStage<ParkedView> view(String scope, Collection<LaneKey> lanes) {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Appended> append(
        QueueName queue, List<ParkedEvent> events, boolean hold) {
      throw new UnsupportedOperationException();
    }
  }
}
