package io.github.dynamooutbox.operations.replay;

import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/**
 * Waits for a relay, reports progress meanwhile, and can be stopped.
 *
 * @param stopped whether to wait only for what is in flight
 * @param hopeless whether no more progress can be expected of that either
 * @param report called several times a second
 */
record StageWait(BooleanSupplier stopped, BooleanSupplier hopeless, Runnable report) {
  /** How long what is in flight may take after a stop. */
  private static final Duration TO_SETTLE = Duration.ofSeconds(10);

  private static final long LOOK_MILLIS = 100;

  /** Waits until a stage completes, or the wait is stopped. */
  void untilStopped(CompletionStage<?> stage) {
    while (!stopped.getAsBoolean() && !isDone(stage)) {
      report.run();
    }
  }

  /** Waits until a stage completes; once stopped, only for {@link #TO_SETTLE} more. */
  void toSettle(CompletionStage<?> stage) {
    untilStopped(stage);
    long end = System.nanoTime() + TO_SETTLE.toNanos();
    while (!hopeless.getAsBoolean() && System.nanoTime() < end && !isDone(stage)) {
      report.run();
    }
  }

  /** Waits until a stage completes. */
  void untilDone(CompletionStage<?> stage) {
    while (!isDone(stage)) {
      report.run();
    }
  }

  /** Pauses for this time, but at most for a tenth of a second. */
  void pause(long nanos) {
    try {
      TimeUnit.NANOSECONDS.sleep(Math.min(nanos, TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean isDone(CompletionStage<?> stage) {
    try {
      stage.toCompletableFuture().get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException notYet) {
      return false;
    } catch (ExecutionException e) {
      throw new CompletionException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }
}
