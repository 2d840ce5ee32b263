package io.github.dynamooutbox.kcl.internal.telemetry;

import java.util.Optional;

/** Answers an orchestrator's health checks. */
public interface Health {
  /** Empty if the process can continue; otherwise why not. */
  Optional<String> notAlive();

  /**
   * Empty if the process can continue and has proved that it can do a worker's work, with or
   * without a lease; otherwise why not.
   */
  Optional<String> notStarted();

  /**
   * Empty if the worker relays its shards, or stands by while others relay all; otherwise why not.
   */
  Optional<String> notReady();
}
