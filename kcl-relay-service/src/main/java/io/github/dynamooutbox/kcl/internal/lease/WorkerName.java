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
 * Rejects a worker that has the name of a running one. KCL could not distinguish the two: both
 * would publish what is leased to that name.
 */
public final class WorkerName {
  /** The worker's name, in the item to which KCL writes the worker's load every two seconds. */
  private static final String NAME = "wid";

  /** When the item was written, in whole seconds. */
  private static final String WRITTEN = "lut";

  /** The worker is dead if the item is older: clocks do not differ by this much. */
  private static final Duration LONG_AGO = Duration.ofMinutes(2);

  /** For three times as long as a live worker takes between two writes. */
  private static final int POLLS = 12;

  /** Time between two checks. */
  public static final Duration POLL = Tuning.WORKER_METRICS.dividedBy(4);

  private static final Logger LOG = LoggerFactory.getLogger(WorkerName.class);

  private WorkerName() {}

  /**
   * Waits up to 6 seconds if a worker of this name was running within the last two minutes.
   *
   * @param pause waits for {@link #POLL}; returns false to end the check early
   * @throws ServiceException if such a worker is running
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
    for (int poll = 0; poll < POLLS && pause.getAsBoolean(); poll++) {
      if (!written.get().equals(before)) {
        throw new ServiceException(
            "a worker named \"%s\" is running: give each worker its own name (--worker), or none, for a new one at each start"
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
      // KCL creates the table if it is missing, and reports anything else that is wrong with it.
      LOG.debug("The load of a worker named {} cannot be read", worker, e);
      return Optional.empty();
    }
  }
}
