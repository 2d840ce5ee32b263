package io.github.dynamooutbox.kcl.internal.telemetry;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts what the relay does, starting from zero. Ids of events and aggregates are never labels,
 * because labels are kept forever.
 */
public final class RelayMeters implements RelayObserver {
  /** The meters of one target. */
  private record OfTarget(
      Counter published,
      Counter retried,
      Counter rejected,
      Timer age,
      DistributionSummary entries,
      Timer answers) {}

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
  private final Map<String, OfTarget> targets = new ConcurrentHashMap<>();
  private final Timer heartbeats;
  private final Counter inversions;
  private final Counter halted;
  private final Counter unrecorded;
  private final Counter controlFailures;

  /**
   * @param names of the targets
   */
  public RelayMeters(MeterRegistry registry, Collection<String> names) {
    this.registry = registry;
    heartbeats =
        Timer.builder("outbox.heartbeat.age")
            .description(
                "From the writer's clock just before a heartbeat's commit until it arrived")
            .register(registry);
    inversions =
        counter("outbox.inversions", "Records that arrived after a later one of their aggregate");
    halted = counter("outbox.halted", "Records at which a shard has halted");
    unrecorded =
        counter(
            "outbox.unrecorded", "Events whose receipt or finished-ahead entry was not written");
    controlFailures = counter("outbox.control.failures", "Calls to the control table that failed");
    names.forEach(this::at);
    names.forEach(this::registerRare);
    registerRare(LaneKey.ALL_TARGETS);
    for (SkipReason reason : SkipReason.values()) {
      skips(reason);
    }
  }

  private Counter counter(String name, String description) {
    return Counter.builder(name).description(description).register(registry);
  }

  private OfTarget at(String target) {
    return targets.computeIfAbsent(target, this::register);
  }

  private OfTarget register(String target) {
    return new OfTarget(
        events("published", target),
        events("retried", target),
        events("rejected", target),
        Timer.builder("outbox.write.to.publish")
            .description(
                "From the writer's clock just before the commit until a target accepted the event")
            .tag("target", target)
            .serviceLevelObjectives(AGES)
            .register(registry),
        DistributionSummary.builder("outbox.batch.entries")
            .description("Events in one request")
            .tag("target", target)
            .serviceLevelObjectives(1, 2, 5, 10, 50, 100, 500)
            .register(registry),
        Timer.builder("outbox.answer.time")
            .description("From sending a request to a target until its answer")
            .tag("target", target)
            .register(registry));
  }

  private void registerRare(String target) {
    events("parked", target);
    events("skipped", target);
  }

  private Counter events(String what, String target) {
    return Counter.builder("outbox.events." + what).tag("target", target).register(registry);
  }

  private Counter skips(SkipReason reason) {
    return registry.counter("outbox.skipped", "reason", reason.name());
  }

  /** Clocks differ, so an age can come out negative. */
  private static Duration sinceWritten(Duration age) {
    return age.isNegative() ? Duration.ZERO : age;
  }

  @Override
  public void published(String target, Envelope envelope, Duration age) {
    at(target).published().increment();
    at(target).age().record(sinceWritten(age));
  }

  @Override
  public void retried(String target, Envelope envelope, String code, String message) {
    at(target).retried().increment();
  }

  @Override
  public void rejected(String target, Envelope envelope, String code, String message) {
    at(target).rejected().increment();
  }

  @Override
  public void parked(String target, Envelope envelope, ParkedEvent.Cause cause) {
    events("parked", target).increment();
  }

  @Override
  public void parkedUnreadable(ParkedEvent record) {
    events("parked", record.place().lane().target()).increment();
  }

  @Override
  public void heartbeat(Envelope heartbeat, Duration age) {
    heartbeats.record(sinceWritten(age));
  }

  @Override
  public void batchSent(String target, int entries, long bytes) {
    at(target).entries().record(entries);
  }

  @Override
  public void answered(String target, Duration took) {
    at(target).answers().record(took);
  }

  @Override
  public void skipped(SkipReason reason) {
    skips(reason).increment();
  }

  @Override
  public void finishedBefore(String target) {
    events("skipped", target).increment();
  }

  @Override
  public void inverted(AggregateKey aggregate, StreamPosition position) {
    inversions.increment();
  }

  @Override
  public void halted(StreamPosition position, String reason, String message) {
    halted.increment();
  }

  @Override
  public void lost(String what, int events, String code) {
    unrecorded.increment(events);
  }

  @Override
  public void controlFailed(String what, String code, String message) {
    controlFailures.increment();
  }
}
