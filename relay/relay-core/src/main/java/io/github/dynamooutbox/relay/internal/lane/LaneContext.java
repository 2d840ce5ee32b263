package io.github.dynamooutbox.relay.internal.lane;

import io.github.dynamooutbox.relay.internal.circuit.Circuits;
import io.github.dynamooutbox.relay.internal.circuit.FailingSince;
import io.github.dynamooutbox.relay.internal.circuit.Lateness;
import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.loop.EventLoop;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import java.time.InstantSource;

/** What all lanes of a shard share. */
public record LaneContext(
    EventLoop loop,
    InstantSource clock,
    Backoff backoff,
    Circuits circuits,
    Lateness lateness,
    Parking parking,
    Appends appends,
    ParkedEvents parkedEvents,
    FailingSince failingSince,
    Books books,
    Halt halt,
    RelayObserver observer) {}
