package io.github.dynamooutbox.relay.internal.shard;

import io.github.dynamooutbox.relay.internal.circuit.Circuits;
import io.github.dynamooutbox.relay.internal.circuit.FailingSince;
import io.github.dynamooutbox.relay.internal.circuit.Lateness;
import io.github.dynamooutbox.relay.internal.circuit.Memory;
import io.github.dynamooutbox.relay.internal.decode.Decoder;
import io.github.dynamooutbox.relay.internal.lane.RelayEnv;
import io.github.dynamooutbox.relay.internal.lane.Window;
import io.github.dynamooutbox.relay.internal.progress.Progress;
import io.github.dynamooutbox.relay.internal.route.Router;
import io.github.dynamooutbox.relay.park.BlockedAfter;
import io.github.dynamooutbox.relay.park.queue.ParkingPolicy;
import io.github.dynamooutbox.relay.progress.FinishedAheadStore;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.receipt.ReceiptBook;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** What all shards of a relay share; each part of a shard is given what it needs of that. */
public record ShardContext(
    RelayEnv env,
    Decoder decoder,
    Router router,
    List<Target<?>> targets,
    ParkingPolicy parking,
    Optional<FinishedAheadStore> finishedAhead,
    Optional<ReceiptBook> receipts,
    Supplier<Window> window) {
  /** What a shard with this progress remembers. */
  Memory memory(Progress progress, Memory.Store store) {
    BlockedAfter after = parking.blockedAfter().orElse(BlockedAfter.DEFAULT);
    Circuits circuits =
        new Circuits(
            targets.stream().map(Target::name).toList(),
            router.targets(),
            after.targetDown(),
            env.backoff().random(),
            env.clock(),
            env.observer(),
            store);
    return new Memory(
        circuits,
        new Lateness(progress::oldest, env.clock(), store),
        new FailingSince(after.stuck(), env.clock(), store));
  }
}
