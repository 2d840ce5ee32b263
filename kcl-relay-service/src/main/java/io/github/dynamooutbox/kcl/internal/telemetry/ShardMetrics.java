package io.github.dynamooutbox.kcl.internal.telemetry;

import io.github.dynamooutbox.kcl.internal.shard.OpenShards;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.util.List;

/** The metrics of a worker and of the shards that it relays. Other shards have none. */
public final class ShardMetrics {
  /** A strong reference: the registry has only weak references to what it measures. */
  private final WorkerState worker;

  private final MultiGauge lag;

  public ShardMetrics(MeterRegistry registry, WorkerState worker) {
    this.worker = worker;
    lag =
        MultiGauge.builder("outbox.shard.lag")
            .description(
                "Age of the oldest unfinished record, by the stream's clock; if there is none, time"
                    + " since the shard was last read to its end")
            .baseUnit("seconds")
            .register(registry);
    Gauge.builder("outbox.leases", worker.shards(), open -> open.names().size())
        .description("Shards that this worker relays")
        .register(registry);
    Gauge.builder("outbox.shards.unowned", worker, state -> state.unowned().getAsInt())
        .description("Shards that no worker relays, as seen by this one")
        .register(registry);
    FunctionCounter.builder("outbox.lease.moves", worker, state -> state.moves().getAsLong())
        .description("How often a shard moved to another worker, as seen by this one")
        .register(registry);
    FunctionCounter.builder("outbox.leases.lost", worker.shards(), OpenShards::leasesExpired)
        .description("Leases that expired because they could not be renewed in time")
        .register(registry);
    FunctionCounter.builder(
            "outbox.lease.calls.slow", worker, state -> state.slowCalls().getAsLong())
        .description(
            "Calls to the workers' tables that took longer than a sixth of the failover time")
        .register(registry);
    FunctionCounter.builder(
            "outbox.lease.calls.failed", worker, state -> state.failedCalls().getAsLong())
        .description("Calls to the workers' tables that failed, after all attempts")
        .register(registry);
    FunctionCounter.builder("outbox.log.dropped", worker, state -> state.droppedLines().getAsLong())
        .description("Lines of the log and of metrics that were dropped because nobody read them")
        .register(registry);
    Gauge.builder("outbox.leader", worker, state -> state.leads().getAsBoolean() ? 1 : 0)
        .description("1 if this worker assigns the leases")
        .register(registry);
    Gauge.builder("outbox.records.in.flight", worker.shards(), OpenShards::waiting)
        .description("Records that are read and not yet finished")
        .register(registry);
    FunctionCounter.builder("outbox.stream.reads", worker, state -> state.reads().getAsLong())
        .description("Successful reads of the stream")
        .register(registry);
    FunctionCounter.builder("outbox.stream.trimmed", worker, state -> state.trimmed().getAsLong())
        .description("Requests for records that the stream no longer has: older than 24 hours")
        .register(registry);
  }

  /** Which worker relays which shard, as text. */
  String report() {
    return worker.report().get();
  }

  /** Updates the lag of each shard. */
  public void refresh() {
    List<Row<?>> rows =
        worker.shards().lags().entrySet().stream()
            .<Row<?>>map(
                shard ->
                    Row.of(Tags.of("shard", shard.getKey()), shard.getValue().toMillis() / 1000.0))
            .toList();
    lag.register(rows, true);
  }
}
