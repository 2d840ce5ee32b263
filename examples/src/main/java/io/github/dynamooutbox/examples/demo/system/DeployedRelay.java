package io.github.dynamooutbox.examples.demo.system;

import java.time.Duration;

/** A relay as it is deployed, in processes of its own. Thread-safe. */
public interface DeployedRelay extends AutoCloseable {
  /** The configuration that it runs with, as JSON. */
  String document();

  /** Kills the relay once, in the middle of its work, as soon as it is publishing again. */
  void crashOnce();

  /** How often it was killed. */
  int crashes();

  /** One sentence about its work, for the summary. */
  String effort();

  /**
   * Waits until everything committed before this call is relayed.
   *
   * @return false if it is not, after this time
   */
  boolean awaitDrained(Duration patience) throws InterruptedException;

  @Override
  void close();
}
