package io.github.dynamooutbox.infra;

import static io.github.dynamooutbox.aws.host.Metric.HEARTBEATS;
import static io.github.dynamooutbox.aws.host.Metric.LEASES;
import static io.github.dynamooutbox.aws.host.Metric.MAX_WRITE_TO_PUBLISH_AGE;
import static io.github.dynamooutbox.aws.host.Metric.OPEN_CIRCUIT_AGE;
import static io.github.dynamooutbox.aws.host.Metric.SHARD_LAG;
import static io.github.dynamooutbox.aws.host.Metric.UNOWNED_SHARDS;

import java.util.Map;
import java.util.TreeMap;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.MathExpression;
import software.amazon.awscdk.services.cloudwatch.Metric;
import software.amazon.awscdk.services.cloudwatch.MetricOptions;
import software.amazon.awscdk.services.lambda.Function;

/**
 * The metrics of one relay, by the names and dimensions under which they are written; the relay's
 * own names are from its list of metrics.
 */
record RelayMetrics(String service) {
  private static final Duration FIVE_MINUTES = Duration.minutes(5);

  /** A count that the relay writes for the function as a whole. */
  Metric ofRelay(io.github.dynamooutbox.aws.host.Metric name) {
    return own(name, Map.of("Service", service), "Sum");
  }

  /** A count that the relay writes for each target; {@code *} stands for all targets. */
  Metric ofTarget(io.github.dynamooutbox.aws.host.Metric name, String target) {
    return own(name, of(target), "Sum");
  }

  /** Milliseconds from just before the commit until the target accepted; the latest event's. */
  Metric age(String target) {
    return own(MAX_WRITE_TO_PUBLISH_AGE, of(target), "Maximum");
  }

  /** For how many milliseconds the target has accepted nothing; the longest of all shards. */
  Metric openCircuit(String target) {
    return own(OPEN_CIRCUIT_AGE, of(target), "Maximum");
  }

  /** Sorted: the order of {@link Map#of} differs from one synthesis to the next. */
  private Map<String, String> of(String target) {
    return new TreeMap<>(Map.of("Service", service, "Target", target));
  }

  /** How far the service is behind the stream, in milliseconds; the slowest shard's. */
  Metric shardLag() {
    return own(SHARD_LAG, Map.of("Service", service), "Maximum");
  }

  /** The number of shards that the busiest task relays. */
  Metric leases() {
    return own(LEASES, Map.of("Service", service), "Maximum");
  }

  /**
   * Shards that no task relays for a whole period; those that change hands are unowned only for a
   * moment.
   */
  Metric unownedShards() {
    return own(UNOWNED_SHARDS, Map.of("Service", service), "Minimum");
  }

  /** What is parked; the redrive function counts it every minute, zeros too. */
  Metric parked(io.github.dynamooutbox.aws.host.Metric name) {
    return own(name, Map.of("Service", service), "Maximum");
  }

  /** What is parked for a target. */
  Metric parked(io.github.dynamooutbox.aws.host.Metric name, String target) {
    return own(name, of(target), "Maximum");
  }

  /** Heartbeats that arrived within a time. */
  Metric heartbeats(Duration period) {
    return ofRelay(HEARTBEATS).with(MetricOptions.builder().period(period).build());
  }

  /** How far the relay is behind the stream, in milliseconds. */
  Metric iteratorAge(Function relay) {
    return lambda("IteratorAge", relay, "Maximum");
  }

  /** One of Lambda's own counts. */
  Metric lambda(String name, Function function) {
    return lambda(name, function, "Sum");
  }

  /** Write units that a table consumed. */
  Metric writeUnits(String table) {
    return metric("AWS/DynamoDB", "ConsumedWriteCapacityUnits", Map.of("TableName", table), "Sum");
  }

  /** One of the counts of the event source mapping. */
  Metric ofMapping(String name, String mappingId) {
    return metric("AWS/Lambda", name, Map.of("EventSourceMappingUUID", mappingId), "Sum");
  }

  /** The share of the entries that a Custom Event Bus failed, of all its publishers, in percent. */
  IMetric failedBusEntries(CustomEventBus bus) {
    Map<String, String> dimensions = Map.of("EventBus", bus.nameAndId());
    return MathExpression.Builder.create()
        .expression("100 * failed / entries")
        .label("Entries that the bus failed, in percent")
        .usingMetrics(
            new TreeMap<>(
                Map.of(
                    "failed",
                    metric("AWS/EventsV2", "PublishEventsFailedEntriesCount", dimensions, "Sum"),
                    "entries",
                    metric("AWS/EventsV2", "PublishEventsEntryCount", dimensions, "Sum"))))
        .period(FIVE_MINUTES)
        .build();
  }

  private Metric lambda(String name, Function function, String statistic) {
    return metric(
        "AWS/Lambda", name, Map.of("FunctionName", function.getFunctionName()), statistic);
  }

  private static Metric own(
      io.github.dynamooutbox.aws.host.Metric name,
      Map<String, String> dimensions,
      String statistic) {
    return metric("DynamoOutbox", name.text(), dimensions, statistic);
  }

  private static Metric metric(
      String namespace, String name, Map<String, String> dimensions, String statistic) {
    return Metric.Builder.create()
        .namespace(namespace)
        .metricName(name)
        .dimensionsMap(dimensions)
        .statistic(statistic)
        .period(FIVE_MINUTES)
        .build();
  }
}
