package io.github.dynamooutbox.kcl.internal.telemetry;

import io.github.dynamooutbox.kcl.internal.shard.OpenShards;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** How far behind each shard is. A shard that is not held any more has no figure. */
public final class ShardMetrics {
  private final OpenShards shards;
  private final InstantSource clock;
  private final MultiGauge lag;

  public ShardMetrics(MeterRegistry registry, OpenShards shards, InstantSource clock) {
    this.shards = shards;
    this.clock = clock;
    lag =
        MultiGauge.builder("outbox.shard.lag")
            .description("Age of the oldest record that is read and not finished, by the stream")
            .baseUnit("seconds")
            .register(registry);
    Gauge.builder("outbox.leases", shards, open -> open.names().size())
        .description("Shards that this worker relays")
        .register(registry);
    Gauge.builder("outbox.records.in.flight", shards, OpenShards::waiting)
        .description("Records that are read and not finished")
        .register(registry);
  }

  /** Looks at the shards anew. */
  public void refresh() {
    List<Row<?>> rows =
        shards.oldest().entrySet().stream()
            .<Row<?>>map(
                shard -> Row.of(Tags.of("shard", shard.getKey()), seconds(shard.getValue())))
            .toList();
    lag.register(rows, true);
  }

  private double seconds(Optional<Instant> oldest) {
    return oldest
        .map(since -> Math.max(0, Duration.between(since, clock.instant()).toMillis() / 1000.0))
        .orElse(0.0);
  }
}
