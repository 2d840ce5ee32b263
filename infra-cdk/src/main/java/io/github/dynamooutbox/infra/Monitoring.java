package io.github.dynamooutbox.infra;

import java.util.ArrayList;
import java.util.List;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.cloudwatch.ComparisonOperator;
import software.amazon.awscdk.services.cloudwatch.Metric;
import software.amazon.awscdk.services.cloudwatch.TreatMissingData;
import software.amazon.awscdk.services.lambda.Function;
import software.constructs.Construct;

/**
 * Alarms to a topic, and a dashboard. What is zero is not written, so missing data is good. Each
 * alarm says what it means and which section of the runbook to read.
 *
 * <p>It knows the targets from the start; what runs is added by {@code watch}.
 */
public final class Monitoring extends Construct {
  /** What is parked although its target is not known. */
  private static final String ALL_TARGETS = "*";

  private final AlarmSettings settings;
  private final RelayMetrics metrics;
  private final AlarmTopic topic;
  private final FlowDashboard dashboard;

  /**
   * @param service the dimension {@code Service} of the metrics
   */
  public Monitoring(
      Construct scope, String id, String service, Targets targets, AlarmSettings settings) {
    super(scope, id);
    this.settings = settings;
    this.metrics = new RelayMetrics(service);
    this.topic = new AlarmTopic(this, "Alarms", settings);
    this.dashboard = new FlowDashboard(this, "Dashboard", metrics, targets.names());
    relayAlarms();
    targets.names().forEach(this::targetAlarms);
    List<String> parkedAt = new ArrayList<>(targets.names());
    parkedAt.add(ALL_TARGETS);
    parkedAt.forEach(this::parkedAlarm);
  }

  /** Adds what can go wrong with a relay that is a function. */
  public void watch(LambdaRelay relay) {
    Metric iteratorAge = metrics.iteratorAge(relay.function());
    dashboard.addLate(iteratorAge);
    alarm(
        "IteratorAge",
        iteratorAge,
        settings.iteratorAgeSeconds() * 1000L,
        "The relay is behind the stream, which keeps records for 24 hours: A target is down.");
    alarm(
        "FailedBatches",
        metrics.ofMapping("OnFailureDestinationDeliveredEventCount", relay.mappingId()),
        settings.failedEvents(),
        "Lambda gave events up and put them into the bucket of failed batches.");
    alarm(
        "DroppedEvents",
        metrics.ofMapping("DroppedEventCount", relay.mappingId()),
        settings.droppedEvents(),
        "Lambda dropped events: they are in the table until its TTL.");
    watch("Relay", relay.function());
  }

  /** Adds what can go wrong with a relay that is a service; its leases are never silent. */
  public void watch(KclRelay relay) {
    Metric lag = metrics.shardLag();
    dashboard.addLate(lag);
    alarm(
        "ShardLag",
        lag,
        settings.iteratorAgeSeconds() * 1000L,
        "The relay is behind the stream, which keeps records for 24 hours: A target is down.");
    topic.listenTo(
        Alarm.Builder.create(this, "NoLeases")
            .metric(metrics.leases())
            .threshold(settings.minLeases())
            .evaluationPeriods(1)
            .comparisonOperator(ComparisonOperator.LESS_THAN_THRESHOLD)
            .treatMissingData(TreatMissingData.BREACHING)
            .alarmDescription("No task relays a shard: No task holds a lease.")
            .build());
    alarm(
        "UnownedShards",
        metrics.unownedShards(),
        settings.unownedShards(),
        "Tasks run, but none relays this shard: A shard has no worker.");
    alarm(
        "Trimmed",
        metrics.ofRelay("Trimmed"),
        settings.trimmedReads(),
        "Records left the stream before they were read: Records were trimmed.");
  }

  /** Adds what can go wrong with the redrive, and what it finds closed. */
  public void watch(Redriver redriver) {
    Metric blocked = metrics.lanes("BlockedLanes");
    dashboard.addStuck(metrics.lanes("ClosedLanes"));
    dashboard.addStuck(blocked);
    alarm(
        "BlockedLanes",
        blocked,
        settings.blockedLanes(),
        "Lanes wait until their target answers again: A target is down.");
    watch("Redrive", redriver.function());
  }

  /** Adds errors and throttles of a function. */
  public void watch(String name, Function function) {
    alarm(
        name + "Errors",
        metrics.lambda("Errors", function),
        settings.functionErrors(),
        name + " fails: see its log.");
    alarm(
        name + "Throttles",
        metrics.lambda("Throttles", function),
        settings.functionThrottles(),
        name + " is throttled: the account's concurrency is used up.");
  }

  /** Adds what is wrong when no heartbeat arrives: here, silence is bad. */
  public void watch(Heartbeat heartbeat) {
    Duration silence = Duration.minutes(settings.missedHeartbeats() * heartbeat.everyMinutes());
    topic.listenTo(
        Alarm.Builder.create(this, "HeartbeatMissing")
            .metric(metrics.heartbeats(silence))
            .threshold(1)
            .evaluationPeriods(1)
            .comparisonOperator(ComparisonOperator.LESS_THAN_THRESHOLD)
            .treatMissingData(TreatMissingData.BREACHING)
            .alarmDescription(
                "Nothing reaches the relay, though heartbeats are committed: No heartbeat.")
            .build());
    watch("Heartbeat", heartbeat.function());
  }

  private void relayAlarms() {
    alarm(
        "Halted",
        metrics.ofRelay("Halted"),
        settings.halts(),
        "A shard stands still: A shard has halted.");
    alarm(
        "Inversions",
        metrics.ofRelay("Inversions"),
        settings.inversions(),
        "The stream showed two records of an aggregate in the wrong order: Inversions.");
    alarm(
        "Unrecorded",
        metrics.ofRelay("Unrecorded"),
        settings.unrecordedEvents(),
        "A receipt or a list was not written, duplicates are possible:"
            + " The control table does not answer.");
    alarm(
        "ControlFailures",
        metrics.ofRelay("ControlFailures"),
        settings.controlFailures(),
        "Nothing goes on without the control table: The control table does not answer.");
  }

  private void targetAlarms(String target) {
    alarm(
        "Rejected-" + target,
        metrics.ofTarget("Rejected", target),
        settings.rejectedEvents(),
        "Target " + target + " will never take an event as it is: Something is parked.");
    alarm(
        "PublishAge-" + target,
        metrics.age(target),
        settings.publishAgeSeconds() * 1000L,
        "Events reach " + target + " late: It is late and nothing is wrong.");
  }

  private void parkedAlarm(String target) {
    alarm(
        "Parked-" + (target.equals(ALL_TARGETS) ? "AllTargets" : target),
        metrics.ofTarget("Parked", target),
        settings.parkedEvents(),
        "Events wait in the control table: Something is parked.");
  }

  private void alarm(String id, Metric metric, long threshold, String meaning) {
    Alarm alarm =
        Alarm.Builder.create(this, id)
            .metric(metric)
            .threshold(threshold)
            .evaluationPeriods(1)
            .comparisonOperator(ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD)
            .treatMissingData(TreatMissingData.NOT_BREACHING)
            .alarmDescription(meaning)
            .build();
    topic.listenTo(alarm);
  }
}
