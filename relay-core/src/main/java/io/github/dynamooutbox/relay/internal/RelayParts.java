package io.github.dynamooutbox.relay.internal;

import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.relay.EventLoop;
import io.github.dynamooutbox.relay.RelayObserver;
import io.github.dynamooutbox.relay.decode.Decoder;
import io.github.dynamooutbox.relay.lane.Backoff;
import io.github.dynamooutbox.relay.park.ParkingPolicy;
import io.github.dynamooutbox.relay.progress.FinishedAheadStore;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.receipt.ReceiptBook;
import io.github.dynamooutbox.relay.route.Router;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** What all shards of a relay share. Made by {@code RelayBuilder}. */
public record RelayParts(
    RecordCodec codec,
    Decoder decoder,
    Router router,
    List<Target<?>> targets,
    ParkingPolicy parking,
    Optional<FinishedAheadStore> finishedAhead,
    Optional<ReceiptBook> receipts,
    WindowSize window,
    Backoff backoff,
    EventLoop loop,
    InstantSource clock,
    RelayObserver observer) {

  public record WindowSize(int events, long bytes) {}
}
