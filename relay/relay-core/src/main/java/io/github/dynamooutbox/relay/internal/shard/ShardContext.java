package io.github.dynamooutbox.relay.internal.shard;

import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.relay.internal.call.ControlBackoff;
import io.github.dynamooutbox.relay.internal.circuit.Circuits;
import io.github.dynamooutbox.relay.internal.circuit.FailingSince;
import io.github.dynamooutbox.relay.internal.circuit.Memory;
import io.github.dynamooutbox.relay.internal.circuit.MemoryStore;
import io.github.dynamooutbox.relay.internal.circuit.Lateness;
import io.github.dynamooutbox.relay.internal.decode.Decoder;
import io.github.dynamooutbox.relay.internal.progress.Progress;
import io.github.dynamooutbox.relay.internal.route.Router;
import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.loop.EventLoop;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.BlockedAfter;
import io.github.dynamooutbox.relay.park.queue.ParkingPolicy;
import io.github.dynamooutbox.relay.progress.FinishedAheadStore;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.receipt.ReceiptBook;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What all shards of a relay share. Created by {@code RelayBuilder}.
 *
 * @param routed the targets that the rules name
 * @param backoff pauses between attempts at a target
 */
public record ShardContext(
    RecordCodec codec,
    Decoder decoder,
    Router router,
    List<Target<?>> targets,
    Set<String> routed,
    ParkingPolicy parking,
    Optional<FinishedAheadStore> finishedAhead,
    Optional<ReceiptBook> receipts,
    WindowSize window,
    Backoff backoff,
    EventLoop loop,
    InstantSource clock,
    RelayObserver observer) {

  public record WindowSize(int events, long bytes) {}

  /** Pauses between calls to the control table. */
  Backoff control() {
    return ControlBackoff.of(backoff);
  }

  /** What a shard with this progress remembers. */
  Memory memory(Progress progress, MemoryStore store) {
    BlockedAfter after = parking.blockedAfter().orElse(BlockedAfter.DEFAULT);
    Circuits circuits =
        new Circuits(
            targets.stream().map(Target::name).toList(),
            routed,
            after.targetDown(),
            backoff.random(),
            clock,
            observer,
            store);
    return new Memory(
        circuits,
        new Lateness(progress::oldest, clock, store),
        new FailingSince(after.stuck(), clock, store));
  }
}
