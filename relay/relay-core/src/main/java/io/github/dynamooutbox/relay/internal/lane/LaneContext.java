package io.github.dynamooutbox.relay.internal.lane;

import io.github.dynamooutbox.relay.internal.circuit.Memory;

/** What all lanes share: those of a shard, or of a page that is redriven. */
public record LaneContext(
    RelayEnv env, Memory memory, Parking parking, Appends appends, Books books, Halt halt) {
  /** Starts with nothing in flight. */
  public static LaneContext of(
      RelayEnv env, Memory memory, Parking parking, Window window, Receipts receipts) {
    return new LaneContext(
        env,
        memory,
        parking,
        new Appends(parking),
        new Books(env.observer(), env.clock(), window, receipts),
        new Halt(env.observer()));
  }

  ParkedEvents parkedEvents() {
    return new ParkedEvents(env.codec(), env.clock());
  }
}
