package io.github.dynamooutbox.relay.internal.circuit;

import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.queue.SavedMemory;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/** What a shard remembers from run to run. Confined to the relay's event loop. */
public record Memory(Circuits circuits, Lateness lateness, FailingSince failing) {
  /** Saves changes for the next run. */
  @FunctionalInterface
  public interface Store {
    /**
     * Writes the change eventually, after everything saved before.
     *
     * @param durable runs on the loop once it is written
     */
    void save(SavedMemory.Change change, Runnable durable);
  }

  /**
   * The memory of something that has no next run.
   *
   * @param downAfter how long a target must have accepted nothing before its circuit opens
   */
  public static Memory ofOneRun(
      Set<String> targets, Duration downAfter, RandomGenerator random, InstantSource clock) {
    Store nowhere = (change, durable) -> {};
    return new Memory(
        new Circuits(targets, targets, downAfter, random, clock, RelayObserver.NONE, nowhere),
        new Lateness(Optional::empty, clock, nowhere),
        new FailingSince(downAfter, clock, nowhere));
  }

  /**
   * Continues from what earlier runs saved.
   *
   * @param served for each target the mark of the last redrive that has served it
   * @param before which circuits were durable when that was read
   */
  public void restore(SavedMemory saved, Map<String, String> served, Circuits.Durable before) {
    circuits.restore(saved.circuits(), served, before);
    lateness.restore(saved.late());
    failing.restore(saved.failing());
  }

  /** Saves what is not saved yet; for the end of a run. */
  public void close() {
    circuits.close();
    failing.close();
  }
}
