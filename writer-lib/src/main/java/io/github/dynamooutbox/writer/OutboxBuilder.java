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
  private final Function<OutboxSettings, O> constructor;
  private final Supplier<@Nullable Region> clientRegion;

  private String table = "";
  private String source = "";
  private OutboxSchema schema = OutboxSchema.defaults();
  private Duration retention = FormatLimits.DEFAULT_RETENTION;
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

  /** The table that holds the outbox, and every action of a transaction that names no other. */
  public OutboxBuilder<O> table(String newTable) {
    table = Objects.requireNonNull(newTable);
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
    checkSource();
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
    return constructor.apply(
        new OutboxSettings(
            new RecordDefaults(table, source, regionId(), retention, schema),
            serializer,
            clock,
            eventIds.orElseGet(() -> EventIdGenerator.uuidV7(clock)),
            new Attempts(retry, random, sleeper, delay)));
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
