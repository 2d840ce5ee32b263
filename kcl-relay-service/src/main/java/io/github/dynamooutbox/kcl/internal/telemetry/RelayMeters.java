package io.github.dynamooutbox.kcl.internal.telemetry;

import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.route.LaneKey;
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
      Counter deduplicated,
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
    for (RelayEvent.SkipReason reason : RelayEvent.SkipReason.values()) {
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
        events("deduplicated", target),
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

  private Counter skips(RelayEvent.SkipReason reason) {
    return registry.counter("outbox.skipped", "reason", reason.name());
  }

  /** Clocks differ, so an age can come out negative. */
  private static Duration sinceWritten(Duration age) {
    return age.isNegative() ? Duration.ZERO : age;
  }

  @Override
  public void observe(RelayEvent event) {
    if (event instanceof RelayEvent.Published it) {
      at(it.target()).published().increment();
      at(it.target()).age().record(sinceWritten(it.age()));
    } else if (event instanceof RelayEvent.Deduplicated it) {
      at(it.target()).deduplicated().increment();
    } else if (event instanceof RelayEvent.Retried it) {
      at(it.target()).retried().increment();
    } else if (event instanceof RelayEvent.Rejected it) {
      at(it.target()).rejected().increment();
    } else if (event instanceof RelayEvent.Parked it) {
      events("parked", it.target()).increment();
    } else if (event instanceof RelayEvent.ParkedUnreadable it) {
      events("parked", it.record().place().lane().target()).increment();
    } else if (event instanceof RelayEvent.Skipped it) {
      skips(it.reason()).increment();
    } else if (event instanceof RelayEvent.FinishedBefore it) {
      events("skipped", it.target()).increment();
    } else if (event instanceof RelayEvent.Heartbeat it) {
      heartbeats.record(sinceWritten(it.age()));
    } else if (event instanceof RelayEvent.Inverted) {
      inversions.increment();
    } else if (event instanceof RelayEvent.BatchSent it) {
      at(it.target()).entries().record(it.entries());
    } else if (event instanceof RelayEvent.Answered it) {
      at(it.target()).answers().record(it.took());
    } else if (event instanceof RelayEvent.Halted) {
      halted.increment();
    } else if (event instanceof RelayEvent.Lost it) {
      unrecorded.increment(it.events());
    } else if (event instanceof RelayEvent.ControlFailed) {
      controlFailures.increment();
    }
  }
}
