package io.github.dynamooutbox.examples.demo.system;

import java.time.Duration;

/** A relay as it is deployed, in its own processes. Thread-safe. */
public interface DeployedRelay extends AutoCloseable {
  /** Its configuration, as JSON. */
  String document();

  /** Kills the relay once, in the middle of its work, as soon as it is publishing again. */
  void crashOnce();

  /** The number of times it was killed. */
  int crashes();

  /** One sentence about its work, for the summary. */
  String effort();

  /**
   * Waits until everything committed before this call has been relayed.
   *
   * @return false if that takes longer than {@code patience}
   */
  boolean awaitDrained(Duration patience) throws InterruptedException;

  @Override
  void close();
}
