package io.github.dynamooutbox.kcl.internal.lease;

import io.github.dynamooutbox.kcl.settings.ServiceException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.kinesis.coordinator.Scheduler;
import software.amazon.kinesis.leases.Lease;
import software.amazon.kinesis.lifecycle.TaskResult;

/**
 * Creates the lease table and the first leases before KCL would.
 *
 * <p>KCL creates the table without its index and adds the index afterwards: on an existing table
 * that takes at least ten seconds, and minutes in DynamoDB itself. Before it lists the shards, it
 * waits up to 30 seconds for another worker to do so. Any number of workers may do this at the same
 * time: only missing tables and leases are created.
 */
final class FirstStart {
  static final String INDEX = "LeaseOwnerToLeaseKeyIndex";
  static final String LEASE = "leaseKey";
  static final String OWNER = "leaseOwner";
  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Logger LOG = LoggerFactory.getLogger(FirstStart.class);

  private final DynamoDbAsyncClient client;
  private final DynamoDbStreamsClient streams;
  private final String table;
  private final String stream;

  FirstStart(KclClients clients, String table, String stream) {
    client = clients.dynamoDb();
    streams = clients.streams();
    this.table = table;
    this.stream = stream;
  }

  /**
   * Returns when the scheduler can be run.
   *
   * @throws ServiceException if the table cannot be created
   */
  void prepare(Scheduler scheduler) {
    ensureTable();
    try {
      List<String> leased =
          scheduler.leaseCoordinator().leaseRefresher().listLeases().stream()
              .map(Lease::leaseKey)
              .toList();
      // All leases may belong to an earlier stream: KCL would not list the shards then.
      if (!StreamShards.containAny(streams, stream, leased)) {
        createLeases(scheduler);
      }
    } catch (Exception e) {
      LOG.warn("The first leases could not be created; KCL retries, which takes up to a minute", e);
    }
  }

  /** Creates missing leases. A failure is only logged: KCL retries. */
  static void createLeases(Scheduler scheduler) {
    scheduler
        .currentStreamConfigMap()
        .values()
        .forEach(
            stream -> {
              TaskResult result =
                  scheduler.shardSyncTaskManagerProvider().apply(stream).callShardSyncTask();
              if (result.getException() != null) {
                LOG.warn("The shards could not be listed; KCL will retry", result.getException());
              }
            });
  }

  private void ensureTable() {
    try {
      long deadline = System.nanoTime() + LIMIT.toNanos();
      while (!isActive()) {
        if (System.nanoTime() > deadline) {
          throw new ServiceException(
              "lease table \"%s\" is not active after %d minutes"
                  .formatted(table, LIMIT.toMinutes()));
        }
        TimeUnit.NANOSECONDS.sleep(POLL.toNanos());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServiceException("interrupted while the lease table was created", e);
    } catch (CompletionException e) {
      throw ServiceException.cannotWork(
          "lease table \"%s\" cannot be described or created: %s".formatted(table, e.getCause()),
          e);
    }
  }

  private boolean isActive() {
    try {
      TableDescription found =
          TableFailure.outlasted(
                  () -> client.describeTable(request -> request.tableName(table)).join())
              .table();
      return found.tableStatus() != TableStatus.CREATING
          && found.globalSecondaryIndexes().stream()
              .map(GlobalSecondaryIndexDescription::indexStatus)
              .noneMatch(IndexStatus.CREATING::equals);
    } catch (CompletionException e) {
      if (!(e.getCause() instanceof ResourceNotFoundException)) {
        throw e;
      }
      create();
      return false;
    }
  }

  private void create() {
    try {
      client.createTable(request()).join();
      LOG.info("Created lease table {}", table);
    } catch (CompletionException e) {
      if (!(e.getCause() instanceof ResourceInUseException)) {
        throw e;
      }
      LOG.info("Another worker is creating lease table {}", table);
    }
  }

  private CreateTableRequest request() {
    return CreateTableRequest.builder()
        .tableName(table)
        .billingMode(BillingMode.PAY_PER_REQUEST)
        .attributeDefinitions(List.of(text(LEASE), text(OWNER)))
        .keySchema(key(LEASE, KeyType.HASH))
        .globalSecondaryIndexes(
            GlobalSecondaryIndex.builder()
                .indexName(INDEX)
                .keySchema(key(OWNER, KeyType.HASH), key(LEASE, KeyType.RANGE))
                .projection(keys -> keys.projectionType(ProjectionType.KEYS_ONLY))
                .build())
        .build();
  }

  private static AttributeDefinition text(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }
}
