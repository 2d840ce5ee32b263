package io.github.dynamooutbox.kcl.internal.lease;

import io.github.dynamooutbox.kcl.settings.ServiceException;
import io.github.dynamooutbox.kcl.settings.WorkerSettings.LeaseTables;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/**
 * Checks that the workers' tables still exist. Without the lease table KCL would run forever
 * without relaying anything; without the others no shard of a dead worker would move to another. A
 * restarted worker creates them.
 */
public final class LeaseTableWatch implements AutoCloseable {
  /** {@code DescribeTable} costs nothing. */
  private static final Duration EVERY = Duration.ofSeconds(5);

  private static final Logger LOG = LoggerFactory.getLogger(LeaseTableWatch.class);

  private final DynamoDbAsyncClient client;
  private final LeaseTables tables;
  private final Consumer<Throwable> gone;

  /** Tables that have been found: KCL creates some of them a while after the worker's start. */
  private final Set<String> seen = new HashSet<>();

  private final ScheduledFuture<?> checks;

  private LeaseTableWatch(
      DynamoDbAsyncClient client,
      LeaseTables tables,
      ScheduledExecutorService timer,
      Consumer<Throwable> gone) {
    this.client = client;
    this.tables = tables;
    this.gone = gone;
    long every = EVERY.toMillis();
    checks = timer.scheduleWithFixedDelay(this::check, 0, every, TimeUnit.MILLISECONDS);
  }

  /**
   * Checks the tables until it is closed.
   *
   * @param gone called when one of them no longer exists
   */
  public static LeaseTableWatch start(
      DynamoDbAsyncClient client,
      LeaseTables tables,
      ScheduledExecutorService timer,
      Consumer<Throwable> gone) {
    return new LeaseTableWatch(client, tables, timer, gone);
  }

  private void check() {
    check("lease table", tables.leases());
    check("coordinator table", tables.coordinator());
    check("worker metrics table", tables.workerMetrics());
  }

  private void check(String what, String table) {
    try {
      client.describeTable(request -> request.tableName(table)).join();
      seen.add(table);
    } catch (CompletionException e) {
      if (!(e.getCause() instanceof ResourceNotFoundException)) {
        LOG.warn("The {} cannot be described", what, e);
      } else if (seen.contains(table)) {
        gone.accept(
            new ServiceException(
                "%s \"%s\" was deleted: restart the worker, which creates a new one"
                    .formatted(what, table)));
      }
    } catch (RuntimeException e) {
      LOG.warn("The {} cannot be described", what, e);
    }
  }

  @Override
  public void close() {
    checks.cancel(false);
  }
}
