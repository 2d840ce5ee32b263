package io.github.dynamooutbox.aws.replay;

import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/**
 * Waits for a relay while it tells how far it is, and while nobody stops it.
 *
 * @param stopped whether to wait for what is under way only
 * @param hopeless whether nothing more is to be expected of that either
 * @param look called several times a second
 */
record StageWait(BooleanSupplier stopped, BooleanSupplier hopeless, Runnable look) {
  /** How long what is under way may take after a stop. */
  private static final Duration TO_SETTLE = Duration.ofSeconds(10);

  private static final long LOOK_MILLIS = 100;

  /** Until a stage completes, or somebody stops it. */
  void untilStopped(CompletionStage<?> stage) {
    while (!stopped.getAsBoolean() && !isDone(stage)) {
      look.run();
    }
  }

  /** Until a stage completes, or, once somebody has stopped it, a while longer. */
  void toSettle(CompletionStage<?> stage) {
    untilStopped(stage);
    long end = System.nanoTime() + TO_SETTLE.toNanos();
    while (!hopeless.getAsBoolean() && System.nanoTime() < end && !isDone(stage)) {
      look.run();
    }
  }

  /** Until a stage completes. */
  void untilDone(CompletionStage<?> stage) {
    while (!isDone(stage)) {
      look.run();
    }
  }

  /** Some time, unless somebody stops it; at most a tenth of a second. */
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
