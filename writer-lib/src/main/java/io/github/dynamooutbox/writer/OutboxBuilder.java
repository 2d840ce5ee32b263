package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.FormatLimits;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.sdk.CallTimeout;
import io.github.dynamooutbox.writer.OutboxSettings.Attempts;
import io.github.dynamooutbox.writer.OutboxSettings.RecordDefaults;
import io.github.dynamooutbox.writer.internal.commit.Deadline;
import io.github.dynamooutbox.writer.internal.commit.Delay;
import io.github.dynamooutbox.writer.internal.plan.ClientSettings;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;

/**
 * Configures an outbox. {@link #table} and {@link #source} are required. Not thread-safe.
 *
 * @param <O> {@link Outbox} or {@link AsyncOutbox}
 */
public final class OutboxBuilder<O> {
  /** A shorter retention would not protect against late repeats. */
  private static final Duration MIN_COMMAND_RETENTION = Duration.ofHours(1);

  private final Function<OutboxSettings, O> constructor;
  private final Supplier<@Nullable DynamoDbServiceClientConfiguration> configuration;

  private String table = "";
  private Optional<String> outboxTable = Optional.empty();
  private String source = "";
  private OutboxSchema schema = OutboxSchema.defaults();
  private Duration retention = FormatLimits.DEFAULT_RETENTION;
  private Duration commandRetention = FormatLimits.DEFAULT_RETENTION;
  private boolean strictOrder;

  /** Empty for the default, whose mapper searches for modules and is created only if it is used. */
  private Optional<PayloadSerializer> serializer = Optional.empty();

  private InstantSource clock = InstantSource.system();
  private Optional<EventIdGenerator> eventIds = Optional.empty();
  private Optional<Region> region = Optional.empty();
  private CommitRetry retry = CommitRetry.defaults();
  private CommitRetry decisions = new CommitRetry(12, Duration.ofMillis(5), Duration.ofMillis(500));
  private EventTypeResolver eventTypes = EventTypeResolver.simpleClassNames();
  private final List<CommitListener> listeners = new ArrayList<>();
  private RandomGenerator random = () -> ThreadLocalRandom.current().nextLong();
  private Sleeper sleeper = Sleeper.blocking();
  private Delay delay = Delay.shared();
  private LongSupplier nanoTime = System::nanoTime;
  private Duration commitTimeout = Deadline.DEFAULT_TIMEOUT;
  private List<TargetLimits> targets = List.of();
  private Optional<LargePayloads> largePayloads = Optional.empty();
  private int compressFrom = Integer.MAX_VALUE;
  private CommitTracing tracing = CommitTracing.none();

  OutboxBuilder(
      Function<OutboxSettings, O> constructor,
      Supplier<@Nullable DynamoDbServiceClientConfiguration> configuration) {
    this.constructor = constructor;
    this.configuration = configuration;
  }

  /**
   * The table of all actions that name none. It also contains the outbox, unless {@link
   * #outboxTable} sets another table.
   */
  public OutboxBuilder<O> table(String newTable) {
    table = Objects.requireNonNull(newTable);
    return this;
  }

  /**
   * A separate table for the outbox, in the same region and account, with the stream that the relay
   * reads. Default: the table set by {@link #table}.
   */
  public OutboxBuilder<O> outboxTable(String newTable) {
    outboxTable = Optional.of(newTable);
    return this;
  }

  /** The CloudEvents source of this service's events: a URI reference, often a path. */
  public OutboxBuilder<O> source(String newSource) {
    source = Objects.requireNonNull(newSource);
    return this;
  }

  /**
   * Names of the attributes for keys and TTL, and the prefix of records; the relay must have the
   * same schema. Default: {@link io.github.dynamooutbox.format.OutboxSchema#defaults}.
   */
  public OutboxBuilder<O> schema(OutboxSchema newSchema) {
    schema = Objects.requireNonNull(newSchema);
    return this;
  }

  /**
   * Retention of records before TTL may delete them: 7 days by default, at least 25 hours (DynamoDB
   * Streams keeps records for 24).
   */
  public OutboxBuilder<O> retention(Duration newRetention) {
    retention = Objects.requireNonNull(newRetention);
    return this;
  }

  /**
   * Retention of the marker of a command with an idempotency key before TTL may delete it; a repeat
   * is recognised for at least this time. 7 days by default, at least an hour.
   */
  public OutboxBuilder<O> commandRetention(Duration newRetention) {
    commandRetention = Objects.requireNonNull(newRetention);
    return this;
  }

  /**
   * Whether a commit at a sequence waits for its predecessor to be applied in full. Without this, a
   * process that reads a business item while its transaction is still being applied can commit the
   * next one so early that its record reaches the stream first. With it, the transaction also
   * checks the record of the previous sequence, so that the two conflict until the first is
   * applied, and the second is retried. Costs one action, and the predecessor's size in
   * transactional write units. Off by default; events without a sequence are not affected.
   */
  public OutboxBuilder<O> strictOrder(boolean on) {
    strictOrder = on;
    return this;
  }

  /** The serializer of payloads. Default: {@link JacksonPayloadSerializer}. */
  public OutboxBuilder<O> serializer(PayloadSerializer newSerializer) {
    serializer = Optional.of(newSerializer);
    return this;
  }

  /** Names the type of events made from a payload alone. Default: its simple class name. */
  public OutboxBuilder<O> eventTypes(EventTypeResolver newEventTypes) {
    eventTypes = Objects.requireNonNull(newEventTypes);
    return this;
  }

  /** Makes a span of each commit, for traces that its consumers continue. Default: none. */
  public OutboxBuilder<O> tracing(CommitTracing newTracing) {
    tracing = Objects.requireNonNull(newTracing);
    return this;
  }

  /** Adds a listener that is called after each commit, for metrics. Default: none. */
  public OutboxBuilder<O> listener(CommitListener newListener) {
    listeners.add(Objects.requireNonNull(newListener));
    return this;
  }

  /**
   * How often, and after which pauses, {@code commit(decision)} decides again. Default: 12 attempts
   * with pauses of up to 5 ms, 10 ms and so on to 500 ms.
   */
  public OutboxBuilder<O> decisions(CommitRetry newDecisions) {
    decisions = Objects.requireNonNull(newDecisions);
    return this;
  }

  /** The clock. Default: the system's clock. */
  public OutboxBuilder<O> clock(InstantSource newClock) {
    clock = Objects.requireNonNull(newClock);
    return this;
  }

  /** The generator of ids for events that have none. Default: {@link EventIdGenerator#uuidV7}. */
  public OutboxBuilder<O> eventIds(EventIdGenerator newEventIds) {
    Objects.requireNonNull(newEventIds);
    eventIds =
        Optional.of(() -> Checks.text("an id from the event id generator", newEventIds.nextId()));
    return this;
  }

  /** The region that records name as their origin. Default: the client's region. */
  public OutboxBuilder<O> region(Region newRegion) {
    region = Optional.of(newRegion);
    return this;
  }

  /** How conflicts and throttling are retried. Default: {@link CommitRetry#defaults}. */
  public OutboxBuilder<O> retry(CommitRetry newRetry) {
    retry = Objects.requireNonNull(newRetry);
    return this;
  }

  /**
   * Timeout of a commit from its first request, including attempts, the SDK's own retries, delays
   * and reads of markers. 10 seconds by default; at most 5 minutes, because DynamoDB remembers a
   * transaction's token for 10. If the SDK has not returned a response by then, the commit fails
   * with {@link CommitOutcomeUnknownException}. A shorter {@code apiCallTimeout} of the client
   * remains in effect.
   */
  public OutboxBuilder<O> commitTimeout(Duration newTimeout) {
    commitTimeout = Objects.requireNonNull(newTimeout, "the timeout of commits");
    return this;
  }

  /**
   * Limits of the relay's targets. An event that one of them could never accept is refused at
   * commit. None by default.
   */
  public OutboxBuilder<O> targets(TargetLimits... newTargets) {
    targets = List.of(newTargets);
    return this;
  }

  /**
   * Stores large payloads outside the record, before the commit. The record holds their location,
   * length and SHA-256, and so does the event that the relay publishes. Needs relays that know
   * format 2 of records. Without this, a payload that does not fit is refused.
   *
   * @param store where they are stored
   * @param threshold minimum size in bytes of a payload that is stored there; at least 1,024
   */
  public OutboxBuilder<O> largePayloads(PayloadStore store, int threshold) {
    largePayloads =
        Optional.of(new LargePayloads(Objects.requireNonNull(store, "the store"), threshold));
    return this;
  }

  /**
   * Compresses payloads of up to 1 MiB in the record with gzip if that makes them smaller. Readers
   * of records that use this library get them as they were. Needs relays that know format 2 of
   * records. Off by default.
   *
   * @param threshold minimum size in bytes of a payload to compress; at least 256
   */
  public OutboxBuilder<O> compressPayloads(int threshold) {
    compressFrom = SettingRules.compressFrom(threshold);
    return this;
  }

  /** The clock that measures the duration of a commit; for tests. */
  OutboxBuilder<O> nanoTime(LongSupplier newNanoTime) {
    nanoTime = newNanoTime;
    return this;
  }

  /**
   * The source of randomness for delays between attempts; thread-safe. Default: that of the thread.
   */
  public OutboxBuilder<O> random(RandomGenerator newRandom) {
    random = Objects.requireNonNull(newRandom);
    return this;
  }

  /**
   * Blocks a thread between the attempts of {@link OutboxTransaction#commit}. Default: sleeping.
   * Not used by {@link AsyncOutbox}.
   */
  public OutboxBuilder<O> sleeper(Sleeper newSleeper) {
    sleeper = Objects.requireNonNull(newSleeper);
    return this;
  }

  /**
   * Schedules the retries of {@link AsyncOutboxTransaction#commit}. Owned by the caller and never
   * closed. Default: one daemon thread for all outboxes, which ends when it is idle. Not used by
   * {@link Outbox}.
   */
  public OutboxBuilder<O> scheduler(ScheduledExecutorService newScheduler) {
    delay = Delay.on(Objects.requireNonNull(newScheduler));
    return this;
  }

  /**
   * Builds the outbox. Sends no request.
   *
   * @throws InvalidConfigurationException if a setting is missing or invalid
   */
  public O build() {
    SettingRules rules = new SettingRules(table);
    rules.checkTables(outboxTable);
    rules.checkSource(source, targets);
    rules.checkRetention("retention", retention, FormatLimits.MIN_RETENTION);
    rules.checkRetention("retention of commands", commandRetention, MIN_COMMAND_RETENTION);
    ClientSettings client = new ClientSettings(configuration);
    Optional<Duration> clientTimeout = CallTimeout.ofClient(configuration);
    EventIdGenerator ownIds = EventIdGenerator.uuidV7(clock);
    return constructor.apply(
        new OutboxSettings(
            new RecordDefaults(
                outboxTable.orElse(table),
                table,
                source,
                region.map(Region::id).orElseGet(() -> rules.region(client)),
                retention,
                commandRetention,
                strictOrder,
                schema),
            serializer.orElseGet(JacksonPayloadSerializer::new),
            clock,
            eventTypes,
            eventIds.orElse(ownIds),
            ownIds,
            new Attempts(
                retry,
                decisions,
                listeners.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new CommitListeners(listeners)),
                random,
                nanoTime,
                sleeper,
                delay,
                outboxTable.orElse(table),
                source),
            CallTimeout.shortened(rules.timeout(commitTimeout), clientTimeout),
            clientTimeout,
            targets,
            largePayloads,
            compressFrom,
            tracing));
  }
}
