package io.github.dynamooutbox.kcl.internal.shard;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/** Waits on one of KCL's threads, which has nothing else to do, and stops in time. */
final class Waiting {
  /** How soon it is seen that waiting has no sense any more. */
  private static final Duration LOOK = Duration.ofMillis(100);

  private Waiting() {}

  /**
   * Waits for a stage of the relay, which never fails.
   *
   * @param inVain says that waiting has no sense any more; asked ten times a second
   * @return whether the stage completed in time; false if the thread was interrupted, which it
   *     stays
   */
  static boolean isDone(CompletionStage<?> stage, Duration limit, BooleanSupplier inVain) {
    long deadline = System.nanoTime() + limit.toNanos();
    while (true) {
      long left = deadline - System.nanoTime();
      try {
        stage
            .toCompletableFuture()
            .get(Math.max(0, Math.min(left, LOOK.toNanos())), TimeUnit.NANOSECONDS);
        return true;
      } catch (TimeoutException e) {
        if (left <= 0 || inVain.getAsBoolean()) {
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

  /** Lets some time go by; false if the thread was interrupted, which it stays. */
  static boolean pause() {
    try {
      TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
