package io.github.dynamooutbox.relay.internal.lane;

import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.relay.internal.call.BestEffortCalls;
import io.github.dynamooutbox.relay.internal.call.ControlBackoff;
import io.github.dynamooutbox.relay.internal.call.RequiredCalls;
import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.loop.EventLoop;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import java.time.Instant;
import java.time.InstantSource;

/**
 * What a relay and a redrive run in.
 *
 * @param backoff pauses between attempts at a target
 * @param paces how much each target is sent, by all that the process does
 */
public record RelayEnv(
    EventLoop loop,
    InstantSource clock,
    Backoff backoff,
    RecordCodec codec,
    RelayObserver observer,
    Paces paces) {
  /** The same on another loop. */
  public RelayEnv on(EventLoop other) {
    return new RelayEnv(other, clock, backoff, codec, observer, paces);
  }

  /** The same with another observer. */
  public RelayEnv observedBy(RelayObserver other) {
    return new RelayEnv(loop, clock, backoff, codec, other, paces);
  }

  public Instant now() {
    return clock.instant();
  }

  /** Calls to the control table that are needed to continue. */
  public RequiredCalls requiredCalls() {
    return new RequiredCalls(loop, ControlBackoff.of(backoff), observer);
  }

  /** Calls to the control table that are useful but not essential. */
  public BestEffortCalls bestEffortCalls() {
    return new BestEffortCalls(loop, ControlBackoff.of(backoff));
  }
}
