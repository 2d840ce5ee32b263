package io.github.dynamooutbox.kcl.internal.telemetry;

import java.util.Optional;

/** What an orchestrator asks. */
public interface Health {
  /** Empty while the process can go on; else why not. */
  Optional<String> notAlive();

  /** Empty while shards are relayed, or none are there to relay; else why not. */
  Optional<String> notReady();
}
