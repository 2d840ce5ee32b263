package io.github.dynamooutbox.relay.internal.shard;

import io.github.dynamooutbox.relay.internal.lane.FailingSince;
import io.github.dynamooutbox.relay.park.queue.SavedCircuit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What a relay remembers from one opened shard to the next, in this process. Hosts open shards on
 * threads of their own, so the circuits may be asked for on any thread; what fails belongs to the
 * relay's loop.
 */
public final class RelayMemory {
  /** A stream's shards end every few hours; who is forgotten finds out again. */
  private static final int REMEMBERED_SHARDS = 10_000;

  private final FailingSince failingSince;
  private final Map<String, Map<String, SavedCircuit>> circuits =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Map<String, SavedCircuit>> eldest) {
          return size() > REMEMBERED_SHARDS;
        }
      };

  /** Nothing has failed. */
  public RelayMemory(FailingSince failingSince) {
    this.failingSince = failingSince;
  }

  FailingSince failingSince() {
    return failingSince;
  }

  /** A shard's circuits by target, for a lot that cannot keep them. */
  Map<String, SavedCircuit> circuitsOf(String shard) {
    synchronized (circuits) {
      return circuits.computeIfAbsent(shard, name -> new ConcurrentHashMap<>());
    }
  }
}
