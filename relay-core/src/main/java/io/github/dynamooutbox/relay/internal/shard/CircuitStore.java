package io.github.dynamooutbox.relay.internal.shard;

import io.github.dynamooutbox.relay.internal.call.BestEffortCalls;
import io.github.dynamooutbox.relay.internal.circuit.Circuits;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.queue.ParkingQueues;
import io.github.dynamooutbox.relay.park.queue.SavedCircuit;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps circuits for the next run, one write after the other for each target, so that an older one
 * never comes last. Belongs to the relay's loop.
 */
final class CircuitStore implements Circuits.Store {
  private final Optional<ParkingQueues> queues;
  private final String scope;
  private final BestEffortCalls calls;
  private final RelayObserver observer;

  /** What comes after the write that is under way; empty: nothing yet. */
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
  public void save(String target, Optional<SavedCircuit> circuit) {
    if (queues.isEmpty()) {
      return;
    }
    Runnable write =
        () ->
            calls.call(
                () -> queues.get().saveCircuit(scope, target, circuit),
                () -> saved(target),
                code -> {
                  observer.lost("circuit", 0, code);
                  saved(target);
                });
    if (underWay.containsKey(target)) {
      underWay.put(target, Optional.of(write));
    } else {
      underWay.put(target, Optional.empty());
      write.run();
    }
  }

  /** Goes on once nothing is being written any more. */
  void whenSaved(Runnable then) {
    if (underWay.isEmpty()) {
      then.run();
    } else {
      whenSaved = Optional.of(then);
    }
  }

  private void saved(String target) {
    Optional<Runnable> next = Optional.ofNullable(underWay.remove(target)).flatMap(each -> each);
    if (next.isPresent()) {
      underWay.put(target, Optional.empty());
      next.get().run();
    } else if (underWay.isEmpty()) {
      whenSaved.ifPresent(Runnable::run);
    }
  }
}
