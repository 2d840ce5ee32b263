package io.github.dynamooutbox.examples.orders;

import io.github.dynamooutbox.writer.TransactionCancelledException;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Loads and decides again when another transaction was quicker. DynamoDB cancels the slower one and
 * writes nothing of it, so another try is safe.
 */
final class OptimisticRetry {
  private static final int ATTEMPTS = 12;
  private static final long FIRST_PAUSE_MILLIS = 5;
  private static final long LONGEST_PAUSE_MILLIS = 500;

  /** A version that is no longer the loaded one, or a transaction on the same item right now. */
  private static final Set<String> OTHERS_WERE_QUICKER =
      Set.of("ConditionalCheckFailed", "TransactionConflict");

  <T> T call(Supplier<T> loadDecideCommit) {
    for (int attempt = 1; ; attempt++) {
      try {
        return loadDecideCommit.get();
      } catch (TransactionCancelledException e) {
        boolean worthAnother =
            e.reasons().stream().allMatch(reason -> OTHERS_WERE_QUICKER.contains(reason.code()));
        if (!worthAnother || attempt == ATTEMPTS) {
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
