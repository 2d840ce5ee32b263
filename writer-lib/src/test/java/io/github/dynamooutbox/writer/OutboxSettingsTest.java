package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.writer.CommitListener.Ending;
import io.github.dynamooutbox.writer.CommitListener.Report;
import io.github.dynamooutbox.writer.OutboxSettings.Attempts;
import io.github.dynamooutbox.writer.OutboxSettings.RecordDefaults;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;

/** Which settings an outbox gets from its builder, its client and the defaults. */
class OutboxSettingsTest {
  private static final Instant NOW = Instant.parse("2026-11-21T10:15:30.123Z");
  private static final OutboxSchema SCHEMA = new OutboxSchema("pk", "sk", "ev/", "expires");
  private static final CommitRetry RETRY =
      new CommitRetry(2, Duration.ofMillis(3), Duration.ofMillis(4));
  private static final CommitRetry DECISIONS =
      new CommitRetry(5, Duration.ofMillis(6), Duration.ofMillis(7));

  private final InstantSource clock = InstantSource.fixed(NOW);
  private final PayloadSerializer serializer = new JacksonPayloadSerializer();
  private final EventTypeResolver types = String::valueOf;
  private final List<Report> reports = new ArrayList<>();
  private final CommitListener listener = reports::add;
  private final RandomGenerator random = new LongestPauses();
  private final LongSupplier nanoTime = new AtomicLong(8)::get;
  private final Sleeper sleeper = pause -> {};
  private final ManualScheduler scheduler = new ManualScheduler();
  private final PayloadStore store = new PayloadStores.Kept("s3://bucket/");

  @AfterEach
  void stop() {
    scheduler.shutdownNow();
  }

  private static OutboxBuilder<OutboxSettings> builder() {
    return builder(new FakeDynamoDb()::serviceClientConfiguration);
  }

  private static OutboxBuilder<OutboxSettings> builder(
      Supplier<DynamoDbServiceClientConfiguration> client) {
    return new OutboxBuilder<>(settings -> settings, client).table("orders").source("/s");
  }

  @Test
  void everySettingIsTakenAsItIs() {
    CommitTracing tracing = (table, source) -> NoSpan.INSTANCE;
    OutboxSettings settings =
        builder()
            .outboxTable("events")
            .schema(SCHEMA)
            .retention(Duration.ofHours(26))
            .commandRetention(Duration.ofHours(2))
            .strictOrder(true)
            .serializer(serializer)
            .eventTypes(types)
            .listener(listener)
            .decisions(DECISIONS)
            .clock(clock)
            .eventIds(() -> "mine")
            .region(Region.US_EAST_1)
            .retry(RETRY)
            .commitTimeout(Duration.ofSeconds(9))
            .targets(TargetLimits.sns(), TargetLimits.kafka())
            .largePayloads(store, 1024)
            .compressPayloads(256)
            .tracing(tracing)
            .nanoTime(nanoTime)
            .random(random)
            .sleeper(sleeper)
            .scheduler(scheduler)
            .build();

    Attempts attempts = settings.attempts();
    assertThat(settings)
        .isEqualTo(
            new OutboxSettings(
                new RecordDefaults(
                    "events",
                    "orders",
                    "/s",
                    "us-east-1",
                    Duration.ofHours(26),
                    Duration.ofHours(2),
                    true,
                    SCHEMA),
                serializer,
                clock,
                types,
                settings.eventIds(),
                settings.ownIds(),
                new Attempts(
                    RETRY,
                    DECISIONS,
                    attempts.listener(),
                    random,
                    nanoTime,
                    sleeper,
                    attempts.delay(),
                    "events",
                    "/s"),
                Duration.ofSeconds(9),
                Optional.empty(),
                List.of(TargetLimits.sns(), TargetLimits.kafka()),
                Optional.of(new LargePayloads(store, 1024)),
                256,
                tracing));
    Report report = new Report(Ending.COMMITTED, 1, 0, 0, Duration.ZERO, 7, "events", "/s");
    attempts.listener().orElseThrow().committed(report);
    assertThat(reports).containsExactly(report);
    assertThat(settings.eventIds().nextId()).isEqualTo("mine");
    assertThat(millisOf(settings.ownIds())).isEqualTo(NOW.toEpochMilli());
    assertThat(attempts.delay().run(Duration.ofMillis(11), () -> {})).isNotDone();
    assertThat(scheduler.pauses).containsExactly(Duration.ofMillis(11));
  }

  private static long millisOf(EventIdGenerator ids) {
    return UUID.fromString(ids.nextId()).getMostSignificantBits() >>> 16;
  }

  @Test
  void everySettingButTableAndSourceHasADefault() {
    OutboxSettings settings = builder().clock(clock).build();

    Attempts attempts = settings.attempts();
    assertThat(settings)
        .isEqualTo(
            new OutboxSettings(
                new RecordDefaults(
                    "orders",
                    "orders",
                    "/s",
                    "eu-central-1",
                    Duration.ofDays(7),
                    Duration.ofDays(7),
                    false,
                    OutboxSchema.defaults()),
                settings.serializer(),
                clock,
                settings.eventTypes(),
                settings.ownIds(),
                settings.ownIds(),
                new Attempts(
                    new CommitRetry(8, Duration.ofMillis(20), Duration.ofSeconds(1)),
                    new CommitRetry(12, Duration.ofMillis(5), Duration.ofMillis(500)),
                    Optional.empty(),
                    attempts.random(),
                    attempts.nanoTime(),
                    attempts.sleeper(),
                    attempts.delay(),
                    "orders",
                    "/s"),
                Duration.ofSeconds(10),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Integer.MAX_VALUE,
                settings.tracing()));
    assertThat(settings.serializer()).isInstanceOf(JacksonPayloadSerializer.class);
    assertThat(settings.eventTypes().typeOf(RETRY)).isEqualTo("CommitRetry");
    assertThat(attempts.random().nextLong()).isNotEqualTo(attempts.random().nextLong());
    assertThat(attempts.nanoTime().getAsLong())
        .isLessThanOrEqualTo(System.nanoTime())
        .isGreaterThan(System.nanoTime() - Duration.ofHours(1).toNanos());
  }

  @Test
  void everyMethodReturnsTheBuilder() throws ReflectiveOperationException {
    Map<Class<?>, Object> samples =
        Map.ofEntries(
            Map.entry(String.class, "text"),
            Map.entry(OutboxSchema.class, SCHEMA),
            Map.entry(Duration.class, Duration.ofHours(30)),
            Map.entry(boolean.class, true),
            Map.entry(int.class, 2000),
            Map.entry(PayloadSerializer.class, serializer),
            Map.entry(EventTypeResolver.class, types),
            Map.entry(CommitListener.class, listener),
            Map.entry(CommitTracing.class, CommitTracing.none()),
            Map.entry(CommitRetry.class, RETRY),
            Map.entry(InstantSource.class, clock),
            Map.entry(EventIdGenerator.class, (EventIdGenerator) () -> "id"),
            Map.entry(Region.class, Region.US_EAST_1),
            Map.entry(TargetLimits[].class, new TargetLimits[0]),
            Map.entry(PayloadStore.class, store),
            Map.entry(LongSupplier.class, nanoTime),
            Map.entry(RandomGenerator.class, random),
            Map.entry(Sleeper.class, sleeper),
            Map.entry(ScheduledExecutorService.class, scheduler));
    OutboxBuilder<OutboxSettings> builder = builder();
    for (Method method : OutboxBuilder.class.getDeclaredMethods()) {
      if (method.getReturnType() == OutboxBuilder.class
          && !Modifier.isStatic(method.getModifiers())) {
        Object[] arguments =
            Arrays.stream(method.getParameterTypes()).map(samples::get).toArray(Object[]::new);
        assertThat(method.invoke(builder, arguments)).as("%s", method).isSameAs(builder);
      }
    }
  }

  private static Supplier<DynamoDbServiceClientConfiguration> limitedTo(Duration timeout) {
    return () ->
        DynamoDbServiceClientConfiguration.builder()
            .region(Region.EU_WEST_1)
            .overrideConfiguration(
                ClientOverrideConfiguration.builder().apiCallTimeout(timeout).build())
            .build();
  }

  @Test
  void shorterTimeoutOfTheClientRemains() {
    Duration commits = Duration.ofSeconds(9);

    assertThat(builder(limitedTo(Duration.ofSeconds(8))).commitTimeout(commits).build().timeout())
        .isEqualTo(Duration.ofSeconds(8));
    assertThat(builder(limitedTo(Duration.ofSeconds(10))).commitTimeout(commits).build().timeout())
        .isEqualTo(commits);
    assertThat(builder(limitedTo(null)).commitTimeout(commits).build().timeout())
        .isEqualTo(commits);
  }

  @Test
  void shorterTimeoutOfTheClientAlsoLimitsATransactionWithOneOfItsOwn() {
    Duration own = Duration.ofMillis(400);
    CommitPlanner planner = new CommitPlanner(builder(limitedTo(own)).build());
    List<CommitPlan> plans = new ArrayList<>();

    for (Duration given : List.of(Duration.ofSeconds(10), Duration.ofMillis(300))) {
      CommitResult unused =
          new OutboxTransaction(
                  planner,
                  Optional.empty(),
                  (plan, listener) -> {
                    plans.add(plan);
                    return plan.result();
                  })
              .events(Aggregate.of("Order", "1"), Event.withoutPayload("Placed"))
              .timeout(given)
              .commit();
    }
    assertThat(plans).extracting(CommitPlan::timeout).containsExactly(own, Duration.ofMillis(300));
  }

  @Test
  void clientThatHidesItsConfigurationNeedsARegion() {
    Supplier<DynamoDbServiceClientConfiguration> hidden =
        () -> {
          throw new UnsupportedOperationException();
        };

    OutboxSettings settings = builder(hidden).region(Region.EU_WEST_1).build();
    assertThat(settings.records().region()).isEqualTo("eu-west-1");
    assertThat(settings.timeout()).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void mockWithoutARegionGetsOne() {
    assertThat(builder(() -> null).build().records().region()).isEqualTo("mock");
    assertThat(
            builder(() -> DynamoDbServiceClientConfiguration.builder().build())
                .build()
                .records()
                .region())
        .isEqualTo("mock");
  }
}
