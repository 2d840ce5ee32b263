package io.github.dynamooutbox.relay.lane;

import io.github.dynamooutbox.relay.EventLoop;
import java.time.InstantSource;

/** What all lanes of a shard share. */
public record LaneContext(
    EventLoop loop,
    InstantSource clock,
    Backoff backoff,
    LaneParking parking,
    ParkedEvents parkedEvents,
    LaneListener listener) {}
