package io.github.dynamooutbox.kcl.internal.telemetry;

import java.util.Optional;

/** Answers an orchestrator's health checks. */
public interface Health {
  /** Empty if the process can continue; otherwise why not. */
  Optional<String> notAlive();

  /**
   * Empty if the worker relays its shards, or stands by while others relay all; otherwise why not.
   */
  Optional<String> notReady();
}
