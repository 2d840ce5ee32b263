package io.github.dynamooutbox.relay.internal.shard;

import io.github.dynamooutbox.relay.internal.call.BestEffortCalls;
import io.github.dynamooutbox.relay.internal.circuit.Circuits;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.queue.ParkingQueues;
import io.github.dynamooutbox.relay.park.queue.SavedCircuit;
import io.github.dynamooutbox.relay.park.queue.SavedFailing;
import io.github.dynamooutbox.relay.park.queue.SavedLateness;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Saves circuits, failing events and the shard's lateness for the next run. Writes for the same
 * target are made one after the other, so that an older one never comes last; of those that wait,
 * only the newest is made. Confined to the relay's event loop.
 */
final class CircuitStore implements Circuits.Store {
  private final Optional<ParkingQueues> queues;
  private final String scope;
  private final BestEffortCalls calls;
  private final RelayObserver observer;

  /** The key of the lateness, beside those of the targets, whose names are not empty. */
  private static final String LATENESS = "";

  /** The key of the failing events. */
  private static final String FAILING = "\0";

  /** What is to be written after the write in flight; empty if nothing is. */
  private final Map<String, Optional<Runnable>> underWay = new HashMap<>();

  private Optional<Runnable> whenSaved = Optional.empty();

  CircuitStore(
      Optional<ParkingQueues> queues, String scope, BestEffortCalls calls, RelayObserver observer) {
    this.queues = queues;
    this.scope = scope;
    this.calls = calls;
    this.observer = observer;
  }

  @Override
  public void save(String target, Optional<SavedCircuit> circuit, Runnable durable) {
    save(target, all -> all.saveCircuit(scope, target, circuit), durable);
  }

  void saveFailing(Map<String, SavedFailing> failing, Set<String> over) {
    save(FAILING, all -> all.saveFailing(scope, failing, over), () -> {});
  }

  void saveLateness(Optional<SavedLateness> late) {
    save(LATENESS, all -> all.saveLateness(scope, late), () -> {});
  }

  private void save(
      String key, Function<ParkingQueues, CompletionStage<Void>> call, Runnable durable) {
    if (queues.isEmpty()) {
      return;
    }
    Runnable write =
        () ->
            calls.call(
                () -> call.apply(queues.get()),
                () -> {
                  durable.run();
                  saved(key);
                },
                code -> {
                  observer.observe(new RelayEvent.Lost("circuit", 0, code));
                  saved(key);
                });
    if (underWay.containsKey(key)) {
      underWay.put(key, Optional.of(write));
    } else {
      underWay.put(key, Optional.empty());
      write.run();
    }
  }

  /** Runs the task once nothing is being written any more. */
  void whenSaved(Runnable then) {
    if (underWay.isEmpty()) {
      then.run();
    } else {
      whenSaved = Optional.of(then);
    }
  }

  private void saved(String key) {
    Optional<Runnable> next = Optional.ofNullable(underWay.remove(key)).flatMap(each -> each);
    if (next.isPresent()) {
      underWay.put(key, Optional.empty());
      next.get().run();
    } else if (underWay.isEmpty()) {
      whenSaved.ifPresent(Runnable::run);
    }
  }
}
