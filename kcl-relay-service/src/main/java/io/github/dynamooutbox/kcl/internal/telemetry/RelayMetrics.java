package io.github.dynamooutbox.kcl.internal.telemetry;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.relay.RelayObserver;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts what the relay does. No event's id or aggregate becomes a label: labels are kept for ever.
 */
public final class RelayMetrics implements RelayObserver {
  private static final Duration[] AGES = {
    Duration.ofMillis(10),
    Duration.ofMillis(25),
    Duration.ofMillis(50),
    Duration.ofMillis(100),
    Duration.ofMillis(250),
    Duration.ofMillis(500),
    Duration.ofSeconds(1),
    Duration.ofSeconds(5),
    Duration.ofSeconds(30),
    Duration.ofMinutes(5),
    Duration.ofHours(1)
  };

  private final MeterRegistry registry;
  private final Map<String, Timer> ages = new ConcurrentHashMap<>();
  private final Map<String, DistributionSummary> fills = new ConcurrentHashMap<>();

  public RelayMetrics(MeterRegistry registry) {
    this.registry = registry;
  }

  @Override
  public void published(String target, Envelope envelope, Duration age) {
    count("published", target);
    ages.computeIfAbsent(target, this::age).record(sinceWritten(age));
  }

  /** Clocks differ: an event cannot be younger than new. */
  private static Duration sinceWritten(Duration age) {
    return age.isNegative() ? Duration.ZERO : age;
  }

  private Timer age(String target) {
    return Timer.builder("outbox.write.to.publish")
        .description("From the writer's clock just before the commit until a target accepted")
        .tag("target", target)
        .serviceLevelObjectives(AGES)
        .register(registry);
  }

  @Override
  public void retried(String target, Envelope envelope, String code, String message) {
    count("retried", target);
  }

  @Override
  public void rejected(String target, Envelope envelope, String code, String message) {
    count("rejected", target);
  }

  @Override
  public void parked(String target, Envelope envelope, ParkedEvent.Cause cause) {
    count("parked", target);
  }

  @Override
  public void parkedUnreadable(ParkedEvent record) {
    count("parked", record.place().lane().target());
  }

  @Override
  public void heartbeat(Envelope heartbeat, Duration age) {
    Timer.builder("outbox.heartbeat.age")
        .description("From the writer's clock just before a heartbeat's commit until it arrived")
        .register(registry)
        .record(sinceWritten(age));
  }

  @Override
  public void batchSent(String target, int entries, long bytes) {
    fills.computeIfAbsent(target, this::fill).record(entries);
  }

  private DistributionSummary fill(String target) {
    return DistributionSummary.builder("outbox.batch.entries")
        .description("Events in one request")
        .tag("target", target)
        .serviceLevelObjectives(1, 2, 5, 10, 50, 100, 500)
        .register(registry);
  }

  @Override
  public void skipped(SkipReason reason) {
    registry.counter("outbox.skipped", "reason", reason.name()).increment();
  }

  @Override
  public void inverted(AggregateKey aggregate, StreamPosition position) {
    registry.counter("outbox.inversions").increment();
  }

  @Override
  public void halted(StreamPosition position, String reason, String message) {
    registry.counter("outbox.halted", "reason", reason).increment();
  }

  @Override
  public void lost(String what, int events, String code) {
    registry.counter("outbox.unrecorded", "what", what).increment(events);
  }

  private void count(String what, String target) {
    Counter.builder("outbox.events." + what).tag("target", target).register(registry).increment();
  }
}
