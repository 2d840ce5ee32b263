package io.github.dynamooutbox.aws.control;

import io.github.dynamooutbox.aws.internal.table.Calls;
import io.github.dynamooutbox.relay.park.queue.QueueTable;
import io.github.dynamooutbox.relay.park.queue.QueueTable.Lease;
import io.github.dynamooutbox.relay.park.queue.WayOutTable;
import io.github.dynamooutbox.relay.progress.FinishedAheadStore;
import io.github.dynamooutbox.relay.receipt.ReceiptBook;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * One stream's part of a control table: what is parked, which lanes are closed, what was finished
 * ahead, and receipts. Several streams may share a table.
 *
 * <p>Requests run on the executor, so that no caller is blocked; a stage completes on one of its
 * threads. An executor that refuses work fails the stage. Thread-safe.
 *
 * <pre>{@code
 * DynamoDbClient client =
 *     DynamoDbClient.builder().overrideConfiguration(ControlTable::configure).build();
 * ControlTable control =
 *     ControlTable.builder(client, "orders-control", "orders", executor).build();
 * }</pre>
 */
public final class ControlTable {
  /** The attribute by which its items expire. */
  public static final String TTL = Keys.TTL;

  private static final int ATTEMPTS = 2;
  private static final Duration ATTEMPT_TIMEOUT = Duration.ofSeconds(4);
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(8);

  private final QueueTable queues;
  private final WayOutTable waysOut;
  private final FinishedAheadStore finishedAhead;
  private final ReceiptBook receipts;
  private final ReceiptReader receiptReader;
  private final Calls calls;
  private final QueueKeys leased;
  private final WorkLeases leases;

  ControlTable(ControlTableBuilder settings) {
    calls = settings.calls();
    Keys keys = settings.keys();
    leased = new QueueKeys(keys);
    leases = new WorkLeases(calls.table());
    queues = new DurableQueueTable(calls, keys);
    waysOut = new DurableWaysOut(calls, keys, settings.receiptRetention());
    finishedAhead = new DurableAheadLists(calls, keys, settings.clock());
    receipts = new DurableReceiptBook(calls, keys, settings.receiptRetention());
    receiptReader = new ReceiptReader(calls, keys);
  }

  /**
   * Starts to put a stream's part of a control table together.
   *
   * @param client stays the caller's; see {@link #configure}
   * @param table the control table's name
   * @param stream a name for the stream that is relayed, the same for everybody who relays or
   *     redrives it, at most 512 bytes; the source table's name does
   * @param executor runs the requests; as many at once as it has threads
   */
  public static ControlTableBuilder builder(
      DynamoDbClient client, String table, String stream, Executor executor) {
    return new ControlTableBuilder(client, table, stream, executor);
  }

  /**
   * How a client for the control table should be configured: the SDK repeats a request once,
   * because the relay repeats as well and knows its deadline; and no request takes longer than 8
   * seconds.
   */
  public static void configure(ClientOverrideConfiguration.Builder client) {
    client
        .retryStrategy(retries -> retries.maxAttempts(ATTEMPTS))
        .apiCallAttemptTimeout(ATTEMPT_TIMEOUT)
        .apiCallTimeout(CALL_TIMEOUT);
  }

  /** The queues of parked events. */
  public QueueTable queues() {
    return queues;
  }

  /** Where it is noted who has let events leave their queues, and why; kept as long as receipts. */
  public WayOutTable waysOut() {
    return waysOut;
  }

  /** What was finished ahead; kept for 26 hours. */
  public FinishedAheadStore finishedAhead() {
    return finishedAhead;
  }

  /** Where the relay writes receipts. */
  public ReceiptBook receipts() {
    return receipts;
  }

  public ReceiptReader receiptReader() {
    return receiptReader;
  }

  /**
   * Takes or renews the lease of work that only one process at a time may do. A lease does not
   * fence: who holds it stops by itself when its time is over.
   *
   * @param work a name for the work, not of the form {@code REDRIVE#n}, by which parts are redriven
   * @param owner who asks, different for each process
   * @param until when it ends unless it is renewed
   * @return whose it is now: the caller's, or that of somebody else whose time is not over
   */
  public CompletionStage<Lease> lease(String work, String owner, Instant now, Instant until) {
    return calls.runThroughContention(
        client -> leases.take(client, leased.lease(work), owner, now, until));
  }

  /** Ends a lease before its time, if it is the owner's. */
  public CompletionStage<Void> giveBack(String work, String owner) {
    return calls.doesThroughContention(
        client -> leases.giveBack(client, leased.lease(work), owner));
  }

  /**
   * The table as it has to be: string keys {@code PK} and {@code SK}, on demand, no stream. TTL on
   * {@link #TTL} has to be switched on afterwards; {@link #create} does both.
   */
  public static CreateTableRequest definition(String table) {
    return CreateTableRequest.builder()
        .tableName(table)
        .billingMode(BillingMode.PAY_PER_REQUEST)
        .attributeDefinitions(List.of(attribute(Keys.PK), attribute(Keys.SK)))
        .keySchema(List.of(key(Keys.PK, KeyType.HASH), key(Keys.SK, KeyType.RANGE)))
        .build();
  }

  /** Creates a control table and returns when it can be used. */
  public static void create(DynamoDbClient client, String table) {
    client.createTable(definition(table));
    client.waiter().waitUntilTableExists(request -> request.tableName(table));
    client.updateTimeToLive(
        request ->
            request
                .tableName(table)
                .timeToLiveSpecification(ttl -> ttl.attributeName(TTL).enabled(true)));
  }

  private static AttributeDefinition attribute(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }
}
