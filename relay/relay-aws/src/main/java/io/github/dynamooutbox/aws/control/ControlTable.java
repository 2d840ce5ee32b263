package io.github.dynamooutbox.aws.control;

import io.github.dynamooutbox.aws.internal.table.Calls;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueTable;
import io.github.dynamooutbox.relay.park.queue.QueueTable.Lease;
import io.github.dynamooutbox.relay.park.queue.Segment;
import io.github.dynamooutbox.relay.park.queue.WayOutTable;
import io.github.dynamooutbox.relay.progress.FinishedAheadStore;
import io.github.dynamooutbox.relay.receipt.ReceiptBook;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
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
  /** The TTL attribute, by which items expire. */
  public static final String TTL = Keys.TTL;

  /** DynamoDB's quota of partition keys in a statement's IN. */
  public static final int TOGETHER = 50;

  private static final int ATTEMPTS = 2;
  private static final Duration ATTEMPT_TIMEOUT = Duration.ofSeconds(4);
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(8);

  private final QueueTable queues;
  private final WayOutTable waysOut;
  private final FinishedAheadStore finishedAhead;
  private final ReceiptBook receipts;
  private final ReceiptReader receiptReader;
  private final DecisionLog decisions;
  private final Calls calls;
  private final QueueKeys queueKeys;
  private final WorkLeases leases;

  ControlTable(ControlTableBuilder settings) {
    calls = settings.calls();
    Keys keys = settings.keys();
    queueKeys = new QueueKeys(keys);
    leases = new WorkLeases(calls.table());
    queues = new DurableQueueTable(calls, keys);
    waysOut = new DurableWaysOut(calls, keys, settings.receiptRetention());
    decisions = new DecisionLog(calls, keys, settings.clock());
    finishedAhead = new DurableAheadLists(calls, keys, settings.clock());
    receipts = new DurableReceiptBook(calls, keys, settings.receiptRetention());
    receiptReader = new ReceiptReader(calls, keys);
  }

  /**
   * Starts building a stream's part of a control table.
   *
   * @param client is not closed; see {@link #configure}
   * @param table the control table's name
   * @param stream a name for the stream that is relayed, the same in everything that relays or
   *     redrives it, at most 512 bytes; the source table's name will do
   * @param executor runs the requests; as many at once as it has threads
   */
  public static ControlTableBuilder builder(
      DynamoDbClient client, String table, String stream, Executor executor) {
    return new ControlTableBuilder(client, table, stream, executor);
  }

  /**
   * Configures a client for the control table: the SDK retries a request only once, because the
   * relay retries as well and knows its deadline, and no request takes longer than 8 seconds.
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

  /**
   * Reads all segments of several queues with one request, consistently; for tools that look at
   * very many queues. Needs {@code dynamodb:PartiQLSelect}.
   *
   * @param some at most {@value #TOGETHER}
   * @return for each of them its segments, in order, decoded when they are asked for, once; empty
   *     if they are more than 8 MB: then read them one by one
   */
  public CompletionStage<Optional<Map<QueueName, Stream<Segment>>>> segments(
      Collection<QueueName> some) {
    if (some.size() > TOGETHER) {
      throw new IllegalArgumentException(some.size() + " queues: at most " + TOGETHER);
    }
    return calls.runThroughContention(
        client -> new SegmentStore(calls, queueKeys).read(client, Set.copyOf(some)));
  }

  /** The records of who took events out of their queues, and why; kept as long as receipts. */
  public WayOutTable waysOut() {
    return waysOut;
  }

  /** What operators have decided, by time; kept for 400 days. */
  public DecisionLog decisions() {
    return decisions;
  }

  /** The lists of what was finished ahead; kept for 26 hours. */
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
   * fence: its holder has to stop by itself when the lease ends.
   *
   * @param work a name for the work, not of the form {@code REDRIVE#n}, which is reserved for
   *     redriving parts
   * @param owner identifies the caller, different for each process
   * @param until when the lease ends unless it is renewed
   * @return the lease as it is now: the caller's, or another owner's that has not ended yet
   */
  public CompletionStage<Lease> lease(String work, String owner, Instant now, Instant until) {
    return calls.runThroughContention(
        client -> leases.take(client, queueKeys.lease(work), owner, now, until));
  }

  /** Ends a lease early, if this owner holds it. */
  public CompletionStage<Void> giveBack(String work, String owner) {
    return calls.executeThroughContention(
        client -> leases.giveBack(client, queueKeys.lease(work), owner));
  }

  /**
   * The definition of the table: string keys {@code PK} and {@code SK}, on-demand billing, no
   * stream. TTL on {@link #TTL} has to be enabled afterwards; {@link #create} does both.
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
