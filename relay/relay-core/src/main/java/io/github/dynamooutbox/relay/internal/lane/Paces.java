package io.github.dynamooutbox.relay.internal.lane;

import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

/** The pace of each target of a process. Confined to the relay's event loop. */
public final class Paces {
  private final InstantSource clock;
  private final Map<String, Pace> paces = new HashMap<>();

  public Paces(InstantSource clock) {
    this.clock = clock;
  }

  public Pace of(String target) {
    return paces.computeIfAbsent(target, name -> new Pace(clock));
  }
}
