package io.github.dynamooutbox.kcl.internal.telemetry;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.io.PrintStream;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what was counted since the last time as CloudWatch metrics, in the embedded metric format:
 * a line for the worker, and one for each target that had anything to do. Names and dimensions are
 * those of the Lambda relay; what is zero is not written, except the leases.
 */
public final class CloudWatchLines {
  static final String NAMESPACE = "DynamoOutbox";

  private static final Map<String, String> OF_WORKER =
      Map.of(
          "outbox.inversions", "Inversions",
          "outbox.halted", "Halted",
          "outbox.unrecorded", "Unrecorded");

  private static final Map<String, String> OF_TARGET =
      Map.of(
          "outbox.events.published", "Published",
          "outbox.events.retried", "Retried",
          "outbox.events.rejected", "Rejected",
          "outbox.events.parked", "Parked");

  private static final Logger LOG = LoggerFactory.getLogger(CloudWatchLines.class);

  private final MeterRegistry registry;
  private final String service;
  private final InstantSource clock;
  private final PrintStream out;
  private final Map<Meter.Id, Double> seen = new HashMap<>();

  /**
   * @param service the dimension {@code Service}; no quote or backslash
   * @param out what CloudWatch Logs gets
   */
  public CloudWatchLines(
      MeterRegistry registry, String service, InstantSource clock, PrintStream out) {
    this.registry = registry;
    this.service = service;
    this.clock = clock;
    this.out = out;
  }

  /** Never throws, so that it is called again. */
  public synchronized void write(ShardMetrics shards) {
    try {
      shards.refresh();
      Map<String, Double> worker = new TreeMap<>();
      Map<String, Map<String, Double>> targets = new TreeMap<>();
      for (Meter meter : registry.getMeters()) {
        String target = meter.getId().getTag("target");
        read(
            meter,
            target == null ? worker : targets.computeIfAbsent(target, any -> new TreeMap<>()));
      }
      line(worker, "\"Service\"", "\"Service\":\"" + service + "\"");
      targets.forEach(
          (target, metrics) ->
              line(
                  metrics,
                  "\"Service\",\"Target\"",
                  "\"Service\":\"%s\",\"Target\":\"%s\"".formatted(service, target)));
    } catch (RuntimeException e) {
      LOG.error("The metrics for CloudWatch could not be written", e);
    }
  }

  private void read(Meter meter, Map<String, Double> metrics) {
    String name = meter.getId().getName();
    if (meter instanceof Counter counter) {
      String metric = OF_WORKER.getOrDefault(name, OF_TARGET.getOrDefault(name, ""));
      add(metrics, metric, since(meter, counter.count()));
    } else if (meter instanceof Timer timer && name.equals("outbox.heartbeat.age")) {
      add(metrics, "Heartbeats", since(meter, (double) timer.count()));
    } else if (meter instanceof Timer timer && name.equals("outbox.write.to.publish")) {
      add(metrics, "MaxWriteToPublishAge", timer.max(TimeUnit.MILLISECONDS));
    } else if (meter instanceof Gauge gauge && name.equals("outbox.leases")) {
      metrics.put("Leases", gauge.value());
    } else if (meter instanceof Gauge gauge && name.equals("outbox.shard.lag")) {
      metrics.merge("ShardLag", gauge.value() * 1000, Math::max);
    }
  }

  private double since(Meter meter, double now) {
    @Nullable Double before = seen.put(meter.getId(), now);
    return before == null ? now : now - before;
  }

  private static void add(Map<String, Double> metrics, String name, double value) {
    if (!name.isEmpty() && value > 0) {
      metrics.merge(name, value, Double::sum);
    }
  }

  private void line(Map<String, Double> metrics, String dimensions, String values) {
    if (metrics.isEmpty()) {
      return;
    }
    String definitions =
        metrics.keySet().stream()
            .map(name -> "{\"Name\":\"%s\",\"Unit\":\"%s\"}".formatted(name, unit(name)))
            .collect(Collectors.joining(","));
    String figures =
        metrics.entrySet().stream()
            .map(metric -> "\"%s\":%s".formatted(metric.getKey(), metric.getValue()))
            .collect(Collectors.joining(","));
    out.println(
        ("{\"_aws\":{\"Timestamp\":%d,\"CloudWatchMetrics\":[{\"Namespace\":\"%s\","
                + "\"Dimensions\":[[%s]],\"Metrics\":[%s]}]},%s,%s}")
            .formatted(clock.millis(), NAMESPACE, dimensions, definitions, values, figures));
  }

  private static String unit(String name) {
    return name.endsWith("Age") || name.endsWith("Lag") ? "Milliseconds" : "Count";
  }
}
