package io.github.dynamooutbox.relay.internal.shard;

import io.github.dynamooutbox.relay.internal.circuit.Circuits;
import io.github.dynamooutbox.relay.internal.circuit.FailingSince;
import io.github.dynamooutbox.relay.internal.circuit.Kept;
import io.github.dynamooutbox.relay.internal.circuit.Lateness;
import io.github.dynamooutbox.relay.internal.progress.Progress;
import io.github.dynamooutbox.relay.park.BlockedAfter;
import io.github.dynamooutbox.relay.publish.Target;

/** Creates what a shard keeps about its targets from one run to the next. */
record KeptOfShard(ShardContext parts, CircuitStore store) {
  Kept with(Progress progress) {
    BlockedAfter after = parts.parking().blockedAfter().orElse(BlockedAfter.DEFAULT);
    return new Kept(
        circuits(after),
        new Lateness(progress::oldest, parts.clock(), store::saveLateness),
        new FailingSince(after.stuck(), parts.clock(), store::saveFailing));
  }

  private Circuits circuits(BlockedAfter after) {
    return new Circuits(
        parts.targets().stream().map(Target::name).toList(),
        parts.routed(),
        after.targetDown(),
        parts.backoff().random(),
        parts.clock(),
        parts.observer(),
        store);
  }
}
