package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.FormatLimits;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.writer.OutboxSettings.Attempts;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.regions.Region;

/**
 * Configures an outbox. {@link #table} and {@link #source} are required. Not thread-safe.
 *
 * @param <O> {@link Outbox} or {@link AsyncOutbox}
 */
public final class OutboxBuilder<O> {
  /** Shorter than that, a marker is no help against what comes back late. */
  private static final Duration MIN_COMMAND_RETENTION = Duration.ofHours(1);

  private final Function<OutboxSettings, O> constructor;
  private final Supplier<@Nullable Region> clientRegion;

  private String table = "";
  private Optional<String> outboxTable = Optional.empty();
  private String source = "";
  private OutboxSchema schema = OutboxSchema.defaults();
  private Duration retention = FormatLimits.DEFAULT_RETENTION;
  private Duration commandRetention = FormatLimits.DEFAULT_RETENTION;
  private boolean strictOrder;
  private PayloadSerializer serializer = new JacksonPayloadSerializer();
  private InstantSource clock = InstantSource.system();
  private Optional<EventIdGenerator> eventIds = Optional.empty();
  private Optional<Region> region = Optional.empty();
  private CommitRetry retry = CommitRetry.defaults();
  private RandomGenerator random = () -> ThreadLocalRandom.current().nextLong();
  private Sleeper sleeper = Sleeper.blocking();
  private Delay delay = Delay.ofTheJdk();

  OutboxBuilder(Function<OutboxSettings, O> constructor, Supplier<@Nullable Region> clientRegion) {
    this.constructor = constructor;
    this.clientRegion = clientRegion;
  }

  /**
   * The table of every action that names no other; it holds the outbox, too, unless {@link
   * #outboxTable} names another.
   */
  public OutboxBuilder<O> table(String newTable) {
    table = Objects.requireNonNull(newTable);
    return this;
  }

  /**
   * A table of its own for the outbox, of the same region and account. It has the stream that the
   * relay reads. Default: the one of {@link #table}.
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

  /** How records are named in the table; the relay must have the same. Default: see there. */
  public OutboxBuilder<O> schema(OutboxSchema newSchema) {
    schema = Objects.requireNonNull(newSchema);
    return this;
  }

  /**
   * How long a record is kept before TTL may delete it: 7 days unless given, at least 25 hours
   * (DynamoDB Streams keeps 24).
   */
  public OutboxBuilder<O> retention(Duration newRetention) {
    retention = Objects.requireNonNull(newRetention);
    return this;
  }

  /**
   * How long the marker of a command with an idempotency key is kept before TTL may delete it; a
   * repeat is told at least that long. 7 days unless given, at least an hour.
   */
  public OutboxBuilder<O> commandRetention(Duration newRetention) {
    commandRetention = Objects.requireNonNull(newRetention);
    return this;
  }

  /**
   * Whether a commit at a sequence waits for its predecessor to be applied in full. Without it, a
   * process that reads a business item while its transaction is still being applied can commit the
   * next one so early that its record reaches the stream first. With it, the transaction also
   * checks the record of the sequence before, so that the two conflict until the first is applied,
   * and the second is sent again. Costs one action, and the predecessor's size in transactional
   * write units. Off unless set; events without a sequence are not affected.
   */
  public OutboxBuilder<O> strictOrder(boolean on) {
    strictOrder = on;
    return this;
  }

  /** What serialises payloads. Default: {@link JacksonPayloadSerializer}. */
  public OutboxBuilder<O> serializer(PayloadSerializer newSerializer) {
    serializer = Objects.requireNonNull(newSerializer);
    return this;
  }

  /** What tells the time. Default: the system's clock. */
  public OutboxBuilder<O> clock(InstantSource newClock) {
    clock = Objects.requireNonNull(newClock);
    return this;
  }

  /** What names events that bring no id. Default: {@link EventIdGenerator#uuidV7}. */
  public OutboxBuilder<O> eventIds(EventIdGenerator newEventIds) {
    eventIds = Optional.of(newEventIds);
    return this;
  }

  /** The region that records say they were written in. Default: the client's. */
  public OutboxBuilder<O> region(Region newRegion) {
    region = Optional.of(newRegion);
    return this;
  }

  /** How conflicts and throttling are retried. Default: {@link CommitRetry#defaults}. */
  public OutboxBuilder<O> retry(CommitRetry newRetry) {
    retry = Objects.requireNonNull(newRetry);
    return this;
  }

  /** What makes pauses between attempts random; thread-safe. Default: the thread's own. */
  public OutboxBuilder<O> random(RandomGenerator newRandom) {
    random = Objects.requireNonNull(newRandom);
    return this;
  }

  /**
   * How a thread waits between the attempts of {@link OutboxTransaction#commit}. Default: it
   * sleeps. {@link AsyncOutbox} does not use it.
   */
  public OutboxBuilder<O> sleeper(Sleeper newSleeper) {
    sleeper = Objects.requireNonNull(newSleeper);
    return this;
  }

  /**
   * What sends the further attempts of {@link AsyncOutboxTransaction#commit}. Stays the caller's,
   * and is not closed. Default: the JDK's timer and common pool. {@link Outbox} does not use it.
   */
  public OutboxBuilder<O> scheduler(ScheduledExecutorService newScheduler) {
    delay = Delay.on(newScheduler);
    return this;
  }

  /**
   * Builds the outbox. Makes no call.
   *
   * @throws InvalidConfigurationException if a setting is missing or breaks its rule
   */
  public O build() {
    if (table.isEmpty()) {
      throw new InvalidConfigurationException("outbox: no table is set; call table(name)");
    }
    if (outboxTable.isPresent() && outboxTable.get().isEmpty()) {
      throw new InvalidConfigurationException("outbox: the outbox's table has an empty name");
    }
    checkSource();
    checkRetention();
    return constructor.apply(
        new OutboxSettings(
            new RecordDefaults(
                outboxTable.orElse(table),
                table,
                source,
                regionId(),
                retention,
                commandRetention,
                strictOrder,
                schema),
            serializer,
            clock,
            eventIds.orElseGet(() -> EventIdGenerator.uuidV7(clock)),
            new Attempts(retry, random, sleeper, delay)));
  }

  private void checkRetention() {
    if (commandRetention.compareTo(MIN_COMMAND_RETENTION) < 0) {
      throw new InvalidConfigurationException(
          "outbox of table "
              + table
              + ": the retention of commands is "
              + commandRetention
              + "; it must be at least "
              + MIN_COMMAND_RETENTION);
    }
    if (retention.compareTo(FormatLimits.MIN_RETENTION) < 0) {
      throw new InvalidConfigurationException(
          "outbox of table "
              + table
              + ": the retention is "
              + retention
              + "; it must be at least "
              + FormatLimits.MIN_RETENTION
              + ", because the table's stream keeps 24 hours");
    }
  }

  private void checkSource() {
    String problem = Checks.problemOf(source);
    if (!problem.isEmpty()) {
      throw new InvalidConfigurationException(
          "outbox of table " + table + ": the source " + problem + "; call source(uriReference)");
    }
    try {
      new URI(source);
    } catch (URISyntaxException e) {
      throw new InvalidConfigurationException(
          "outbox of table " + table + ": the source is not a URI reference: " + e.getMessage());
    }
  }

  private String regionId() {
    Region known = region.orElseGet(() -> clientRegion.get());
    if (known == null) {
      throw new InvalidConfigurationException(
          "outbox of table " + table + ": the client tells no region; call region(...)");
    }
    return known.id();
  }
}
