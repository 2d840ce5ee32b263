package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.format.DurationText;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.sdk.CallTimeout;
import io.github.dynamooutbox.writer.CommitListener;
import io.github.dynamooutbox.writer.CommitRetry;
import io.github.dynamooutbox.writer.Outbox;
import io.github.dynamooutbox.writer.OutboxBuilder;
import io.github.dynamooutbox.writer.PayloadContext;
import io.github.dynamooutbox.writer.PayloadSerializer;
import io.github.dynamooutbox.writer.Sleeper;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Configures an inbox. {@link #table} and {@link #consumer} are required. Not thread-safe. */
public final class InboxBuilder {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,100}");
  private static final Duration MIN_RETENTION = Duration.ofHours(1);
  private static final Duration MAX_RETENTION = Duration.ofDays(3650);

  /** The writer's limit, since DynamoDB remembers a transaction's token for ten minutes. */
  private static final Duration MAX_TIMEOUT = Duration.ofMinutes(5);

  private final DynamoDbClient client;
  private String table = "";
  private String consumer = "";
  private Optional<Outbox> outbox = Optional.empty();
  private OutboxSchema schema = OutboxSchema.defaults();
  private Optional<OrderGuard> guard = Optional.empty();
  private boolean entries = true;
  private Duration retention = Duration.ofDays(14);
  private Duration timeout = Duration.ofSeconds(10);
  private CommitRetry retry = CommitRetry.defaults();
  private InstantSource clock = InstantSource.system();
  private Sleeper sleeper = Sleeper.blocking();
  private final List<CommitListener> listeners = new ArrayList<>();
  private Optional<LargePayloadReader> payloads = Optional.empty();

  InboxBuilder(DynamoDbClient client) {
    this.client = client;
  }

  /**
   * Fetches the payloads of events that only refer to them, before their handler is called, and
   * verifies length and hash. Without it, handlers see a {@link
   * io.github.dynamooutbox.format.Payload.Reference}.
   */
  public InboxBuilder largePayloads(LargePayloadReader reader) {
    payloads = Optional.of(reader);
    return this;
  }

  /**
   * The consumer's table, for the inbox's items and for all writes of handlers that name no other
   * table. It needs a partition key and a sort key of type S, and TTL on the attribute that {@link
   * #schema} names.
   */
  public InboxBuilder table(String newTable) {
    table = Objects.requireNonNull(newTable);
    return this;
  }

  /**
   * The consumer's name. Consumers with different names handle each event once each, and can share
   * a table. 1 to 100 letters, digits, dots, underscores and hyphens. Under a new name, nothing has
   * been handled yet.
   */
  public InboxBuilder consumer(String newConsumer) {
    consumer = Objects.requireNonNull(newConsumer);
    return this;
  }

  /**
   * The outbox for events that handlers raise themselves. They are committed with the handler's
   * writes. Without one, handlers cannot raise events.
   */
  public InboxBuilder outbox(Outbox newOutbox) {
    outbox = Optional.of(newOutbox);
    return this;
  }

  /**
   * Names of the table's keys and of its TTL attribute. Default: {@code PK}, {@code SK}, {@code
   * ttl}.
   */
  public InboxBuilder schema(OutboxSchema newSchema) {
    schema = Objects.requireNonNull(newSchema);
    return this;
  }

  /**
   * Guards the order of each aggregate's events with a cursor, in addition to an entry for each
   * event. Costs one more item in each transaction: 2 write units. Default: entries only.
   */
  public InboxBuilder order(OrderGuard newGuard) {
    guard = Optional.of(newGuard);
    entries = true;
    return this;
  }

  /**
   * Guards order and recognises repeats with the cursor alone. This is the cheapest mode: there are
   * no entries for events, so the table does not grow with their number.
   *
   * <p>All events must have a sequence, and every event of an aggregate must be sent here by an
   * ordered target ({@code "ordered": true}, SNS FIFO or Kinesis): through routes, rules and filter
   * policies that leave none out. If one is left out, the aggregate stops at the gap until {@link
   * Inbox#skip} skips it.
   *
   * @throws InvalidInboxException if the guard accepts gaps or handles late events, because the
   *     cursor alone cannot tell those from repeats
   */
  public InboxBuilder orderByCursorOnly(OrderGuard newGuard) {
    if (newGuard.onGap() == OnGap.ACCEPT) {
      throw new InvalidInboxException(
          "inbox of consumer "
              + consumer
              + ": without entries a guard cannot accept gaps or see only some events, because the"
              + " cursor would not tell a repeat from a late event; use order(guard)");
    }
    if (newGuard.onLate() == OnLate.HANDLE) {
      throw new InvalidInboxException(
          "inbox of consumer "
              + consumer
              + ": without entries late events cannot be handled, because a repeat of one would be"
              + " handled again; use order(guard)");
    }
    guard = Optional.of(newGuard);
    entries = false;
    return this;
  }

  /**
   * Retention of an event's entry before TTL may delete it; must be at least as long as its message
   * can be delivered again. Default: 14 days, the longest that SQS keeps a message. 1 hour to 10
   * years. With an order guard, a repeat after that is still recognised by the cursor, or reported
   * as late.
   */
  public InboxBuilder retention(Duration newRetention) {
    retention = Objects.requireNonNull(newRetention);
    return this;
  }

  /**
   * Timeout of an event's transaction, including all attempts and pauses. An event takes one
   * transaction, or a few if the order is guarded and events are missing or parked. Default: 10
   * seconds; at most 5 minutes. A shorter timeout of the client's own for a call ({@code
   * apiCallTimeout}) applies instead.
   */
  public InboxBuilder timeout(Duration newTimeout) {
    timeout = Objects.requireNonNull(newTimeout);
    return this;
  }

  /**
   * How conflicts and throttling are retried if handlers raise no events; an outbox has its own
   * setting. Default: {@link CommitRetry#defaults}.
   */
  public InboxBuilder retry(CommitRetry newRetry) {
    retry = Objects.requireNonNull(newRetry);
    return this;
  }

  /**
   * Adds a listener that is called after each transaction, for metrics: the source of its reports
   * is {@code inbox/} and the consumer's name. If handlers raise events, the outbox's listeners are
   * called instead. Default: none.
   */
  public InboxBuilder listener(CommitListener newListener) {
    listeners.add(Objects.requireNonNull(newListener));
    return this;
  }

  /** The clock, for the retention of entries and for leases. Default: the system's clock. */
  public InboxBuilder clock(InstantSource newClock) {
    clock = Objects.requireNonNull(newClock);
    return this;
  }

  /** Blocks the calling thread between attempts if handlers raise no events. */
  public InboxBuilder sleeper(Sleeper newSleeper) {
    sleeper = Objects.requireNonNull(newSleeper);
    return this;
  }

  /**
   * Builds the inbox. Sends no request.
   *
   * @throws InvalidInboxException if a setting is missing or invalid
   */
  public Inbox build() {
    check(!table.isEmpty(), "no table is set; call table(name)");
    check(
        NAME.matcher(consumer).matches(),
        "the name must be 1 to 100 letters, digits, dots, _ and -; call consumer(name)");
    check(
        !"INBOX#".startsWith(schema.prefix()) && !schema.prefix().startsWith("INBOX#"),
        "the schema's prefix " + schema.prefix() + " is reserved for the inbox");
    checkDuration("retention", retention, MIN_RETENTION, MAX_RETENTION);
    checkDuration("timeout", timeout, Duration.ofMillis(1), MAX_TIMEOUT);
    return new Inbox(
        new InboxSettings(
            client,
            outbox.orElseGet(this::ownOutbox),
            outbox.isPresent(),
            table,
            consumer,
            schema,
            guard.isEmpty() ? Mode.ENTRIES : entries ? Mode.ENTRIES_AND_CURSOR : Mode.CURSOR,
            guard.orElseGet(() -> OrderGuard.someEvents(DeliveryMode.SINGLE)),
            retention,
            CallTimeout.shortened(
                timeout, CallTimeout.ofClient(client::serviceClientConfiguration)),
            clock,
            payloads));
  }

  /** Used only for its commits: a region matters only for events, of which there are none. */
  private Outbox ownOutbox() {
    OutboxBuilder<Outbox> builder = Outbox.builder(client);
    listeners.forEach(builder::listener);
    return builder
        .table(table)
        .schema(schema)
        .source("inbox/" + consumer)
        .region(Region.AWS_GLOBAL)
        .commitTimeout(timeout)
        .retry(retry)
        .clock(clock)
        .sleeper(sleeper)
        .serializer(InboxBuilder::noPayload)
        .build();
  }

  /** The default serializer would search for Jackson's modules at each cold start, needlessly. */
  private static PayloadSerializer.Serialized noPayload(Object payload, PayloadContext context) {
    throw new IllegalStateException("an inbox without an outbox raises no events");
  }

  private void checkDuration(String what, Duration given, Duration min, Duration max) {
    check(
        given.compareTo(min) >= 0 && given.compareTo(max) <= 0,
        "the %s is %s; it must be %s to %s"
            .formatted(what, DurationText.of(given), DurationText.of(min), DurationText.of(max)));
  }

  private void check(boolean holds, String problem) {
    if (!holds) {
      throw new InvalidInboxException("inbox of consumer \"" + consumer + "\": " + problem);
    }
  }
}
