package io.github.dynamooutbox.relay.park.queue;

import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What the table keeps for each shard beside queues: circuits, what fails, and how late it is. */
final class ScopesModel {
  private final PartitionLimits limits;
  private final Map<String, Map<String, SavedCircuit>> circuits = new HashMap<>();
  private final Map<String, Map<String, SavedFailing>> failing = new HashMap<>();
  private final Map<String, SavedLateness> late = new HashMap<>();

  ScopesModel(PartitionLimits limits) {
    this.limits = limits;
  }

  void read(String scope) {
    limits.read(partition(scope), 1);
  }

  /** What was read, with the queues. */
  ParkedView view(String scope, Set<QueueName.Part> held, Set<LaneKey> closed) {
    return new ParkedView(
        held,
        closed,
        circuits.getOrDefault(scope, Map.of()),
        failing.getOrDefault(scope, Map.of()),
        Optional.ofNullable(late.get(scope)));
  }

  void saveCircuit(String scope, String target, Optional<SavedCircuit> circuit) {
    limits.write(partition(scope), 1);
    Map<String, SavedCircuit> ofScope = circuits.computeIfAbsent(scope, each -> new HashMap<>());
    circuit.ifPresentOrElse(each -> ofScope.put(target, each), () -> ofScope.remove(target));
  }

  void saveFailing(String scope, Map<String, SavedFailing> some, Set<String> over) {
    limits.write(partition(scope), 4);
    Map<String, SavedFailing> ofScope = failing.computeIfAbsent(scope, each -> new HashMap<>());
    ofScope.keySet().removeAll(over);
    ofScope.putAll(some);
  }

  void saveLateness(String scope, Optional<SavedLateness> lateness) {
    limits.write(partition(scope), 1);
    lateness.ifPresentOrElse(each -> late.put(scope, each), () -> late.remove(scope));
  }

  private static String partition(String scope) {
    return "CIRCUIT#" + scope;
  }
}
