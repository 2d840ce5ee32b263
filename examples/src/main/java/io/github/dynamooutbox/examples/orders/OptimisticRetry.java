package io.github.dynamooutbox.examples.orders;

import io.github.dynamooutbox.writer.ConditionFailedException;
import io.github.dynamooutbox.writer.PositionTakenException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Loads and decides again when another transaction was quicker: the version is no longer the loaded
 * one. DynamoDB cancels the slower one and writes nothing of it, so another try is safe. What only
 * has to be sent again, the writer has sent again already.
 */
final class OptimisticRetry {
  private static final int ATTEMPTS = 12;
  private static final long FIRST_PAUSE_MILLIS = 5;
  private static final long LONGEST_PAUSE_MILLIS = 500;

  <T> T call(Supplier<T> loadDecideCommit) {
    for (int attempt = 1; ; attempt++) {
      try {
        return loadDecideCommit.get();
      } catch (ConditionFailedException | PositionTakenException e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
        pause(attempt);
      }
    }
  }

  /** Full jitter: whoever collided does not collide again in step. */
  private static void pause(int attempt) {
    long bound = Math.min(LONGEST_PAUSE_MILLIS, FIRST_PAUSE_MILLIS << attempt);
    LockSupport.parkNanos(
        TimeUnit.MILLISECONDS.toNanos(ThreadLocalRandom.current().nextLong(bound + 1)));
  }
}
