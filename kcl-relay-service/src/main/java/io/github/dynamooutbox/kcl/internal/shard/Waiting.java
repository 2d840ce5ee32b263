package io.github.dynamooutbox.kcl.internal.shard;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/** Blocks one of KCL's threads, which has nothing else to do, for a limited time. */
final class Waiting {
  /** How often to check whether to stop waiting. */
  private static final Duration POLL = Duration.ofMillis(100);

  private Waiting() {}

  /**
   * Waits for a stage of the relay, which never fails.
   *
   * @param isEnding whether to stop waiting; called ten times a second
   * @return whether the stage completed in time; false if the thread was interrupted, whose status
   *     stays interrupted
   */
  static boolean isDone(CompletionStage<?> stage, Duration limit, BooleanSupplier isEnding) {
    long deadline = System.nanoTime() + limit.toNanos();
    while (true) {
      long left = deadline - System.nanoTime();
      try {
        stage
            .toCompletableFuture()
            .get(Math.max(0, Math.min(left, POLL.toNanos())), TimeUnit.NANOSECONDS);
        return true;
      } catch (TimeoutException e) {
        if (left <= 0 || isEnding.getAsBoolean()) {
          return false;
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      } catch (ExecutionException e) {
        throw new IllegalStateException("the relay's stages do not fail", e.getCause());
      }
    }
  }

  /**
   * Sleeps briefly; returns false if the thread was interrupted, whose status stays interrupted.
   */
  static boolean pause() {
    try {
      TimeUnit.NANOSECONDS.sleep(POLL.toNanos());
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
