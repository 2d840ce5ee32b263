package io.github.dynamooutbox.testrelay;

import io.github.dynamooutbox.aws.follow.StreamHost;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.inbox.EventHandler;
import io.github.dynamooutbox.inbox.HandleResult;
import io.github.dynamooutbox.inbox.Inbox;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import io.github.dynamooutbox.relay.Relay;
import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.loop.ThreadEventLoop;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.route.Rule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * The relay in the test's JVM: it reads the stream of a table of DynamoDB Local, and passes each
 * committed event to consumers, in the form in which a queue delivers it. So a test can say: when
 * this order is placed, that projection changes.
 *
 * <pre>{@code
 * try (TestRelay relay = TestRelay.of(dynamoDb, "orders").to(inbox, router).start()) {
 *   service.place(order);
 *   relay.awaitHandled();
 *   assertThat(totals.of(customer)).isEqualTo(12);
 * }
 * }</pre>
 *
 * <p>It decodes, routes, orders and renders as in production. Every event goes to every consumer,
 * one after the other, those of an aggregate in their order. A consumer that throws is called
 * again, like one whose message is delivered again, up to {@value #ATTEMPTS} times; then the relay
 * halts, and {@link #awaitHandled} says why. Thread-safe.
 */
public final class TestRelay implements AutoCloseable {
  /** How often a consumer is called with an event that it does not finish. */
  public static final int ATTEMPTS = 5;

  /** The limit of {@link #awaitHandled()}. */
  public static final Duration LIMIT = Duration.ofSeconds(30);

  /** Records that an error message names. */
  private static final int NAMED = 5;

  private static final Backoff PAUSES = new Backoff(Duration.ofMillis(5), Duration.ofMillis(50));

  private final DynamoDbClient dynamoDb;
  private final String table;
  private final OutboxSchema schema;
  private final DynamoDbStreamsClient streams;
  private final ThreadEventLoop loop = new ThreadEventLoop("test-relay");
  private final ExecutorService calls;
  private final StreamHost host;

  // Guarded by this.
  private final Set<RecordKey> finished = new HashSet<>();
  private String trouble = "";
  private String halted = "";
  private @Nullable Throwable cause;

  private TestRelay(Builder builder, String streamArn) {
    this.dynamoDb = builder.dynamoDb;
    this.table = builder.table;
    this.schema = builder.schema;
    this.calls =
        Executors.newCachedThreadPool(
            task -> {
              Thread thread = new Thread(task, "test-relay-consumer");
              thread.setDaemon(true);
              return thread;
            });
    this.streams = streams(dynamoDb);
    List<Target<?>> targets = new ArrayList<>();
    builder.consumers.forEach(
        consumer -> targets.add(consumer.open("consumer-" + (targets.size() + 1), calls, this)));
    Relay relay =
        Relay.builder(
                targets,
                List.of(Rule.all(targets.stream().map(Target::name).toArray(String[]::new))),
                loop)
            .schema(schema)
            .backoff(PAUSES)
            .observer(this::observe)
            .build();
    this.host =
        StreamHost.start(
            relay, schema, streams, streamArn, ShardIteratorType.TRIM_HORIZON, this::finished);
  }

  /**
   * A relay for a table with a stream of new images.
   *
   * @param dynamoDb of DynamoDB Local, on whose endpoint the stream is read, too; stays the
   *     caller's
   */
  public static Builder of(DynamoDbClient dynamoDb, String table) {
    return new Builder(dynamoDb, table);
  }

  private static DynamoDbStreamsClient streams(DynamoDbClient like) {
    var settings = like.serviceClientConfiguration();
    var builder =
        DynamoDbStreamsClient.builder()
            .region(settings.region())
            .credentialsProvider(settings.credentialsProvider());
    settings.endpointOverride().ifPresent(builder::endpointOverride);
    return builder.build();
  }

  /** Makes a target of a consumer. */
  @FunctionalInterface
  interface Opening {
    Target<?> open(String name, ExecutorService calls, TestRelay relay);
  }

  /** The settings of a relay. Not thread-safe. */
  public static final class Builder {
    private final DynamoDbClient dynamoDb;
    private final String table;
    private final List<Opening> consumers = new ArrayList<>();
    private OutboxSchema schema = OutboxSchema.defaults();

    private Builder(DynamoDbClient dynamoDb, String table) {
      this.dynamoDb = dynamoDb;
      this.table = table;
    }

    /** Names of keys and attributes. Default: {@link OutboxSchema#defaults()}. */
    public Builder schema(OutboxSchema names) {
      schema = names;
      return this;
    }

    /** Passes each event to a consumer, which has handled it when it returns. */
    public Builder to(Consumer<ReceivedEvent> consumer) {
      consumers.add(
          (name, calls, relay) -> new ConsumerTarget(name, consumer, calls, relay::failed));
      return this;
    }

    /** Has an inbox handle each event. What it does not finish, it gets again. */
    public Builder to(Inbox inbox, EventHandler handler) {
      return to(
          event -> {
            HandleResult result = inbox.handle(event, handler);
            if (!result.isFinished()) {
              throw new IllegalStateException(event + " is not finished: " + result);
            }
          });
    }

    /**
     * Sends each event to a queue, as a target of type {@code sqs} does.
     *
     * @param sqs of a local endpoint; stays the caller's
     */
    public Builder toQueue(SqsClient sqs, String queueName) {
      consumers.add(
          (name, calls, relay) ->
              SentRequest.open(
                  name,
                  "\"type\":\"sqs\",\"queueName\":\"" + queueName + '"',
                  "cloudevent",
                  new LentClients(table, calls, type -> sqs)));
      return this;
    }

    /**
     * Starts to relay everything that the table's stream has, old and new.
     *
     * @throws IllegalStateException if there is no consumer, or the table has no stream of new
     *     images
     */
    public TestRelay start() {
      if (consumers.isEmpty()) {
        throw new IllegalStateException("the relay has no consumer: call to(...) or toQueue(...)");
      }
      TableDescription described = dynamoDb.describeTable(it -> it.tableName(table)).table();
      var stream = described.streamSpecification();
      if (stream == null
          || !stream.streamEnabled()
          || !stream.streamViewTypeAsString().startsWith("NEW")) {
        throw new IllegalStateException(
            "table "
                + table
                + " has no stream of new images: create it with TestTable, or with"
                + " StreamViewType.NEW_IMAGE");
      }
      return new TestRelay(this, described.latestStreamArn());
    }
  }

  /** {@link #awaitHandled(Duration)} with a limit of {@link #LIMIT}. */
  public void awaitHandled() {
    awaitHandled(LIMIT);
  }

  /**
   * Waits until every event that is committed by now is handled by every consumer, or sent to every
   * queue; also those that handlers raise in this table meanwhile.
   *
   * @throws AssertionError if it is not so within the limit, or at once if the relay has halted:
   *     says which records are not handled, and why
   */
  public void awaitHandled(Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    Set<RecordKey> waiting = unhandled();
    while (!waiting.isEmpty()) {
      await(waiting, end, limit);
      waiting = unhandled();
    }
  }

  private synchronized void await(Set<RecordKey> committed, long end, Duration limit) {
    while (!finished.containsAll(committed)) {
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      Optional<RuntimeException> failure = host.failure();
      if (failure.isPresent()) {
        throw new AssertionError("the stream cannot be read", failure.get());
      }
      if (!halted.isEmpty() || left <= 0) {
        throw new AssertionError(
            (halted.isEmpty() ? "after " + limit.toMillis() + " ms" : "the relay has halted")
                + ", "
                + described(committed)
                + trouble
                + halted,
            cause);
      }
      try {
        wait(Math.min(left, 50));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError("interrupted before everything was handled", e);
      }
    }
  }

  private String described(Set<RecordKey> committed) {
    List<String> missing =
        committed.stream()
            .filter(record -> !finished.contains(record))
            .map(record -> record.partition() + " / " + record.sort())
            .sorted()
            .toList();
    return missing.size()
        + " of "
        + committed.size()
        + " committed records are not handled: "
        + String.join(", ", missing.subList(0, Math.min(NAMED, missing.size())))
        + (missing.size() > NAMED ? ", ..." : "");
  }

  /** Those in the table that the relay has not reported. */
  private Set<RecordKey> unhandled() {
    Set<RecordKey> records = new HashSet<>();
    dynamoDb
        .scanPaginator(
            it ->
                it.tableName(table)
                    .consistentRead(true)
                    .filterExpression("begins_with(#pk, :prefix)")
                    .projectionExpression("#pk, #sk")
                    .expressionAttributeNames(
                        Map.of("#pk", schema.partitionKey(), "#sk", schema.sortKey()))
                    .expressionAttributeValues(
                        Map.of(":prefix", AttributeValue.fromS(schema.prefix()))))
        .items()
        .forEach(
            item ->
                records.add(
                    new RecordKey(
                        text(item, schema.partitionKey()), text(item, schema.sortKey()))));
    synchronized (this) {
      records.removeAll(finished);
    }
    return records;
  }

  private static String text(Map<String, AttributeValue> item, String name) {
    return Objects.requireNonNull(item.get(name)).s();
  }

  private synchronized void finished(RecordKey record) {
    finished.add(record);
    notifyAll();
  }

  private synchronized void failed(Throwable failure) {
    cause = failure;
  }

  private synchronized void observe(RelayEvent event) {
    if (event instanceof RelayEvent.Retried it) {
      trouble = "; last failure: %s: %s".formatted(it.code(), it.message());
    } else if (event instanceof RelayEvent.Rejected it) {
      trouble = "; rejected: %s: %s".formatted(it.code(), it.message());
    } else if (event instanceof RelayEvent.Halted it) {
      halted = "; %s: %s".formatted(it.reason(), it.message());
      notifyAll();
    }
  }

  /** Stops relaying. What is not handled stays in the table and its stream. */
  @Override
  public void close() {
    host.close();
    loop.close();
    calls.shutdownNow();
    streams.close();
  }
}
