package io.github.dynamooutbox.kcl.internal.lease;

import io.github.dynamooutbox.kcl.settings.ServiceException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Refuses a worker whose name another one has that lives. KCL takes the two for one: both would
 * publish what is leased to that name.
 */
public final class WorkerName {
  /** Where KCL writes, once every two seconds, in whole seconds, how busy a worker is. */
  private static final String NAME = "wid";

  private static final String WRITTEN = "lut";

  /** Longer ago than any two clocks differ: the one who wrote it is dead. */
  private static final Duration LONG_AGO = Duration.ofMinutes(2);

  /** Three times as long as a worker that lives is silent. */
  private static final int LOOKS = 12;

  /** Between two looks. */
  public static final Duration LOOK = Tuning.WORKER_METRICS.dividedBy(4);

  private static final Logger LOG = LoggerFactory.getLogger(WorkerName.class);

  private WorkerName() {}

  /**
   * Waits up to 6 seconds where a worker of this name lived within the last two minutes.
   *
   * @param pause waits for {@link #LOOK}; false if that has no sense any more
   * @throws ServiceException if it lives
   */
  public static void requireUnused(
      DynamoDbAsyncClient client, String table, String worker, BooleanSupplier pause) {
    requireUnused(worker, () -> written(client, table, worker), pause, InstantSource.system());
  }

  static void requireUnused(
      String worker, Supplier<Optional<Long>> written, BooleanSupplier pause, InstantSource clock) {
    Optional<Long> before = written.get();
    long now = clock.instant().getEpochSecond();
    if (before.filter(at -> Math.abs(now - at) < LONG_AGO.toSeconds()).isEmpty()) {
      return;
    }
    for (int look = 0; look < LOOKS && pause.getAsBoolean(); look++) {
      if (!written.get().equals(before)) {
        throw new ServiceException(
            "a worker named \"%s\" is running: give each its own name (--worker), or none, for a new one at each start"
                .formatted(worker));
      }
    }
  }

  private static Optional<Long> written(DynamoDbAsyncClient client, String table, String worker) {
    try {
      return Optional.ofNullable(
              client
                  .getItem(
                      request ->
                          request
                              .tableName(table)
                              .key(Map.of(NAME, AttributeValue.fromS(worker)))
                              .consistentRead(true))
                  .join()
                  .item()
                  .get(WRITTEN))
          .map(at -> Long.valueOf(at.n()));
    } catch (CompletionException e) {
      // KCL makes the table if it is missing, and reports what else is wrong with it.
      LOG.debug("No worker named {} is known", worker, e);
      return Optional.empty();
    }
  }
}
