package io.github.dynamooutbox.relay.internal.lane;

import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The pace of each target of a process. Thread-safe, because hosts open shards on any thread; the
 * paces themselves are confined to the event loop.
 */
public final class Paces {
  private final InstantSource clock;
  private final Map<String, Pace> paces = new ConcurrentHashMap<>();

  public Paces(InstantSource clock) {
    this.clock = clock;
  }

  public Pace of(String target) {
    return paces.computeIfAbsent(target, name -> new Pace(clock));
  }
}
