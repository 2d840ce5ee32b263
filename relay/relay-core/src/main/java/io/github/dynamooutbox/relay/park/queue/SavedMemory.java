package io.github.dynamooutbox.relay.park.queue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the runs of a scope remember from one to the next.
 *
 * @param circuits the circuits of its targets, by target, without closed ones
 * @param failing events that its targets do not accept, each by a name of at most 12 letters
 * @param late the age of its oldest record, if that was close to the end of the stream's retention
 */
public record SavedMemory(
    Map<String, SavedCircuit> circuits,
    Map<String, SavedFailing> failing,
    Optional<SavedLateness> late) {
  /** Nothing to remember: every target works. */
  public static final SavedMemory NONE = new SavedMemory(Map.of(), Map.of(), Optional.empty());

  public SavedMemory {
    circuits = Map.copyOf(circuits);
    failing = Map.copyOf(failing);
  }

  /** The same after a change. */
  public SavedMemory after(Change change) {
    return new SavedMemory(
        changed(circuits, change.closed, change.set.circuits),
        changed(failing, change.over, change.set.failing),
        change.set.late.or(() -> change.onTime ? Optional.empty() : late));
  }

  private static <V> Map<String, V> changed(
      Map<String, V> before, Set<String> removed, Map<String, V> set) {
    Map<String, V> changed = new HashMap<>(before);
    changed.keySet().removeAll(removed);
    changed.putAll(set);
    return changed;
  }

  /**
   * A change of what is remembered. What it does not name is left as it is: several shards may
   * share a scope.
   *
   * @param set what is remembered from now on, even if it is named below
   * @param closed targets whose circuits are closed
   * @param over names of events that no longer fail
   * @param onTime whether the shard is no longer late
   */
  public record Change(SavedMemory set, Set<String> closed, Set<String> over, boolean onTime) {
    /** No change. */
    public static final Change NONE = new Change(SavedMemory.NONE, Set.of(), Set.of(), false);

    public Change {
      closed = Set.copyOf(closed);
      over = Set.copyOf(over);
    }

    /**
     * A target's circuit.
     *
     * @param circuit empty if it is closed
     */
    public static Change ofCircuit(String target, Optional<SavedCircuit> circuit) {
      return new Change(
          new SavedMemory(
              circuit.map(each -> Map.of(target, each)).orElse(Map.of()),
              Map.of(),
              Optional.empty()),
          circuit.isPresent() ? Set.of() : Set.of(target),
          Set.of(),
          false);
    }

    /** Events that fail, and names of those that no longer do. */
    public static Change ofFailing(Map<String, SavedFailing> failing, Set<String> over) {
      return new Change(
          new SavedMemory(Map.of(), failing, Optional.empty()), Set.of(), over, false);
    }

    /**
     * How late a shard is.
     *
     * @param late empty if it is no longer late
     */
    public static Change ofLateness(Optional<SavedLateness> late) {
      return new Change(
          new SavedMemory(Map.of(), Map.of(), late), Set.of(), Set.of(), late.isEmpty());
    }

    /** This change, then a later one. */
    public Change then(Change later) {
      return new Change(
          set.after(later),
          both(closed, later.closed),
          both(over, later.over),
          onTime || later.onTime);
    }

    private static Set<String> both(Set<String> some, Set<String> more) {
      Set<String> both = new HashSet<>(some);
      both.addAll(more);
      return both;
    }

    public boolean isNone() {
      return equals(NONE);
    }
  }
}
