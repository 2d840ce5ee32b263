package io.github.dynamooutbox.kcl.internal.kcl;

import io.github.dynamooutbox.kcl.ServiceException;
import java.time.Duration;
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
 * Looks whether the lease table is still there. KCL would go on without one for ever, and relay
 * nothing; a worker that starts anew makes the table.
 */
public final class LeaseTableWatch implements AutoCloseable {
  /** {@code DescribeTable} costs nothing. */
  private static final Duration EVERY = Duration.ofSeconds(5);

  private static final Logger LOG = LoggerFactory.getLogger(LeaseTableWatch.class);

  private final DynamoDbAsyncClient client;
  private final String table;
  private final Consumer<Throwable> gone;
  private final ScheduledFuture<?> looking;

  private LeaseTableWatch(
      DynamoDbAsyncClient client,
      String table,
      ScheduledExecutorService timer,
      Consumer<Throwable> gone) {
    this.client = client;
    this.table = table;
    this.gone = gone;
    long every = EVERY.toMillis();
    looking = timer.scheduleWithFixedDelay(this::look, every, every, TimeUnit.MILLISECONDS);
  }

  /**
   * Looks at a table that exists, until it is closed.
   *
   * @param gone is told when it is no longer there
   */
  public static LeaseTableWatch start(
      DynamoDbAsyncClient client,
      String table,
      ScheduledExecutorService timer,
      Consumer<Throwable> gone) {
    return new LeaseTableWatch(client, table, timer, gone);
  }

  private void look() {
    try {
      client.describeTable(request -> request.tableName(table)).join();
    } catch (CompletionException e) {
      if (!(e.getCause() instanceof ResourceNotFoundException)) {
        LOG.warn("The lease table cannot be looked at", e);
      } else {
        gone.accept(
            new ServiceException(
                "lease table \"%s\" was deleted: start the worker again, it makes a new one"
                    .formatted(table)));
      }
    } catch (RuntimeException e) {
      LOG.warn("The lease table cannot be looked at", e);
    }
  }

  @Override
  public void close() {
    looking.cancel(false);
  }
}
