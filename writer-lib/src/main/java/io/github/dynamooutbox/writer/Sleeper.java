package io.github.dynamooutbox.writer;

import java.time.Duration;

/** Waits between the attempts of a blocking commit. Implementations are thread-safe. */
@FunctionalInterface
public interface Sleeper {

  /**
   * Returns after the pause.
   *
   * @throws InterruptedException if the thread is interrupted during the pause
   */
  void sleep(Duration pause) throws InterruptedException;

  /** Blocks the calling thread. */
  static Sleeper blocking() {
    return pause -> Thread.sleep(pause.toMillis(), pause.toNanosPart() % 1_000_000);
  }
}
