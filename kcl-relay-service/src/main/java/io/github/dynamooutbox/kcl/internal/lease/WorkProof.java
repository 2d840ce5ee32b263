package io.github.dynamooutbox.kcl.internal.lease;

import io.github.dynamooutbox.kcl.settings.ServiceException;
import io.github.dynamooutbox.kcl.settings.WorkerSettings;
import io.github.dynamooutbox.kcl.settings.WorkerSettings.LeaseTables;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/**
 * Proves that a worker may use the workers' tables, whether it gets a lease or only stands by: a
 * write to an item of its own in each of them, on a condition that is never true, and reads of the
 * leases and of their index. That it can read the stream was tried before. KCL would only log that
 * it is refused, and try again forever. Not to be called concurrently.
 *
 * <p>Only a refusal ends the worker. Throttling, errors of the service and silence pass.
 */
public final class WorkProof {
  /** How often to try until the first success. */
  public static final Duration EVERY = Duration.ofSeconds(2);

  /** The rights can be taken away later: one in so many tries is made. A minute; 5 units. */
  private static final int AGAIN = 30;

  /** A role that has just been created is refused at first. */
  static final Duration REFUSED = Duration.ofSeconds(10);

  /** Within this time KCL creates what is missing. */
  static final Duration MISSING = Duration.ofMinutes(2);

  private static final Logger LOG = LoggerFactory.getLogger(WorkProof.class);

  /** A call of the proof, and what it takes. */
  private record Trial(String table, String right, Runnable call) {}

  private final List<Trial> trials;
  private final LongSupplier nanoTime;
  private final Consumer<Throwable> end;
  private volatile @Nullable String lacking = "it has not proved yet that it can use its tables";
  private @Nullable String failing;
  private long failingSince;
  private int tries;

  /**
   * @param nanoTime the time in nanoseconds, from any origin
   * @param end ends the worker
   */
  public WorkProof(
      DynamoDbAsyncClient client,
      WorkerSettings settings,
      LongSupplier nanoTime,
      Consumer<Throwable> end) {
    LeaseTables tables = settings.tables();
    String worker = settings.workerId();
    trials =
        List.of(
            write(client, tables.leases(), FirstStart.LEASE, worker),
            write(client, tables.coordinator(), Leader.KEY, worker),
            write(client, tables.workerMetrics(), LeaseCalls.WORKER, worker),
            new Trial(
                tables.leases(),
                "dynamodb:Scan",
                () -> client.scan(scan -> scan.tableName(tables.leases()).limit(1)).join()),
            new Trial(
                tables.leases(),
                "dynamodb:Query of its index",
                () -> index(client, tables.leases(), worker)));
    this.nanoTime = nanoTime;
    this.end = end;
  }

  private static Trial write(DynamoDbAsyncClient client, String table, String key, String worker) {
    return new Trial(
        table,
        "dynamodb:UpdateItem",
        () ->
            client
                .updateItem(
                    request ->
                        request
                            .tableName(table)
                            .key(Map.of(key, AttributeValue.fromS(worker)))
                            .conditionExpression(
                                "attribute_exists(#key) AND attribute_not_exists(#key)")
                            .expressionAttributeNames(Map.of("#key", key)))
                .join());
  }

  private static void index(DynamoDbAsyncClient client, String table, String worker) {
    client
        .query(
            request ->
                request
                    .tableName(table)
                    .indexName(FirstStart.INDEX)
                    .limit(1)
                    .keyConditionExpression("#owner = :worker")
                    .expressionAttributeNames(Map.of("#owner", FirstStart.OWNER))
                    .expressionAttributeValues(Map.of(":worker", AttributeValue.fromS(worker))))
        .join();
  }

  /** Tries once if it is due. Never throws, so that a timer continues to call it. */
  public void check() {
    if (lacking == null && ++tries % AGAIN != 0) {
      return;
    }
    for (Trial trial : trials) {
      try {
        trial.call().run();
      } catch (CompletionException e) {
        if (!(e.getCause() instanceof ConditionalCheckFailedException)) {
          failed(trial, e);
          return;
        }
      } catch (RuntimeException e) {
        LOG.warn("Cannot try {} on table {}", trial.right(), trial.table(), e);
        return;
      }
    }
    failing = null;
    if (lacking != null) {
      LOG.info("This worker can use its tables");
    }
    lacking = null;
  }

  private void failed(Trial trial, CompletionException failure) {
    Throwable cause = failure.getCause();
    String now =
        "%s on table \"%s\" fails: %s"
            .formatted(trial.right(), trial.table(), TableFailure.code(cause));
    if (!now.equals(failing)) {
      LOG.warn("{}", now, failure);
      failing = now;
      failingSince = nanoTime.getAsLong();
    }
    if (lacking != null) {
      lacking = now;
    }
    Duration lasting = Duration.ofNanos(nanoTime.getAsLong() - failingSince);
    boolean missing = cause instanceof ResourceNotFoundException;
    if ((missing && lasting.compareTo(MISSING) >= 0)
        || (TableFailure.isRefusal(cause) && lasting.compareTo(REFUSED) >= 0)) {
      end.accept(
          ServiceException.cannotWork(
              now
                  + (missing
                      ? ". Create the table or correct its name, or allow dynamodb:CreateTable"
                      : ". Check the names of the workers' tables, the permissions on them and on"
                          + " their keys"),
              failure));
    }
  }

  /** Why the worker has not proved yet that it can work; empty from the first success on. */
  public Optional<String> lacking() {
    return Optional.ofNullable(lacking);
  }
}
