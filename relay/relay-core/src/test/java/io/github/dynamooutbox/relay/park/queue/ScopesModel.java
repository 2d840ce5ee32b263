package io.github.dynamooutbox.relay.park.queue;

import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * What the table keeps for each scope beside queues: circuits, what fails, and how late it is. All
 * of it is one item, as in DynamoDB: its size is what a step costs, and has a limit.
 */
final class ScopesModel {
  private static final int BYTES = 100;
  private static final int BYTES_OF_A_CIRCUIT = 95;
  private static final int BYTES_OF_WHAT_FAILS = 70;
  private static final int MOST_BYTES = 400 * 1024;

  private final PartitionLimits limits;
  private final Map<String, SavedMemory> memories = new HashMap<>();

  ScopesModel(PartitionLimits limits) {
    this.limits = limits;
  }

  void read(String scope) {
    limits.read(partition(scope), Math.ceil(bytes(scope) / 4096.0));
  }

  /** What was read, with the queues. */
  ParkedView view(
      String scope, Set<QueueName.Part> held, Set<LaneKey> closed, Map<String, String> served) {
    return new ParkedView(held, closed, memory(scope), served);
  }

  void save(String scope, SavedMemory.Change change) {
    write(scope, change.set().failing().size());
    memories.put(scope, memory(scope).after(change));
  }

  private SavedMemory memory(String scope) {
    return memories.getOrDefault(scope, SavedMemory.NONE);
  }

  /** An update costs as many units as the whole item has kilobytes. */
  private void write(String scope, int more) {
    int bytes = bytes(scope) + BYTES_OF_WHAT_FAILS * more;
    if (bytes > MOST_BYTES) {
      throw new IllegalStateException("the item of " + scope + " would have " + bytes + " bytes");
    }
    limits.write(partition(scope), Math.ceil(bytes / 1024.0));
  }

  private int bytes(String scope) {
    return BYTES
        + BYTES_OF_A_CIRCUIT * memory(scope).circuits().size()
        + BYTES_OF_WHAT_FAILS * memory(scope).failing().size();
  }

  private static String partition(String scope) {
    return "CIRCUIT#" + scope;
  }
}
