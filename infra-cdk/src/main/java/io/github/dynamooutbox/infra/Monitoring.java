package io.github.dynamooutbox.infra;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.cloudwatch.AlarmProps;
import software.amazon.awscdk.services.cloudwatch.AlarmRule;
import software.amazon.awscdk.services.cloudwatch.AlarmState;
import software.amazon.awscdk.services.cloudwatch.ComparisonOperator;
import software.amazon.awscdk.services.cloudwatch.CompositeAlarm;
import software.amazon.awscdk.services.cloudwatch.IAlarmRule;
import software.amazon.awscdk.services.cloudwatch.Metric;
import software.amazon.awscdk.services.cloudwatch.TreatMissingData;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.sns.ITopic;
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

  /** The alarms, up to the target's name, that are about events and not about a single part. */
  private static final Set<String> LATE_OR_STUCK =
      Set.of(
          "BlockedLanes",
          "DroppedEvents",
          "FailedBatches",
          "Halted",
          "HeartbeatMissing",
          "IteratorAge",
          "NoLeases",
          "Parked",
          "PublishAge",
          "ShardLag",
          "Trimmed",
          "UnownedShards");

  private final AlarmSettings settings;
  private final RelayMetrics metrics;
  private final Optional<AlarmTopic> topic;
  private final Optional<FlowDashboard> dashboard;
  private final List<String> targets;
  private final List<Alarm> alarms = new ArrayList<>();
  private final List<IAlarmRule> lateOrStuck = new ArrayList<>();

  /**
   * @param service the dimension {@code Service} of the metrics
   */
  public Monitoring(
      Construct scope, String id, String service, OutboxTargets targets, AlarmSettings settings) {
    this(scope, id, service, targets, settings, true);
  }

  /**
   * @param service the dimension {@code Service} of the metrics
   * @param dashboard whether there is one
   */
  public Monitoring(
      Construct scope,
      String id,
      String service,
      OutboxTargets targets,
      AlarmSettings settings,
      boolean dashboard) {
    super(scope, id);
    this.settings = settings;
    this.metrics = new RelayMetrics(service);
    this.topic =
        settings.enabled()
            ? Optional.of(new AlarmTopic(this, "Alarms", settings))
            : Optional.empty();
    this.dashboard =
        dashboard
            ? Optional.of(new FlowDashboard(this, "Dashboard", metrics, targets.names()))
            : Optional.empty();
    this.targets = targets.names();
    relayAlarms();
    this.targets.forEach(this::targetAlarms);
  }

  /** Adds what can go wrong with a relay that is a function. */
  public void watch(LambdaRelay relay) {
    Metric iteratorAge = metrics.iteratorAge(relay.function());
    dashboard.ifPresent(board -> board.addLate(iteratorAge));
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
    dashboard.ifPresent(board -> board.addLate(lag));
    alarm(
        "ShardLag",
        lag,
        settings.iteratorAgeSeconds() * 1000L,
        "The relay is behind the stream, which keeps records for 24 hours: A target is down.");
    silence(
        "NoLeases",
        metrics.leases(),
        settings.minLeases(),
        "No task relays a shard: No task holds a lease.");
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
    Metric closed = metrics.lanes("ClosedLanes");
    dashboard.ifPresent(board -> board.addStuck(closed));
    dashboard.ifPresent(board -> board.addStuck(blocked));
    // It looks every minute: the alarm lasts until the last lane is open again.
    alarm(
        "Parked",
        closed,
        settings.parkedLanes(),
        "Events wait in the control table: Something is parked.");
    alarm(
        "BlockedLanes",
        blocked,
        settings.blockedLanes(),
        "Lanes wait until their target answers again: A target is down.");
    watch("Redrive", redriver.function());
  }

  /**
   * Adds what is parked where no redrive function looks after it: nobody counts what still waits,
   * so these alarms end five minutes after the last event was parked.
   */
  public void watchParked() {
    targets.forEach(this::parkedAlarm);
    parkedAlarm(ALL_TARGETS);
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
    silence(
        "HeartbeatMissing",
        metrics.heartbeats(silence),
        1,
        "Nothing reaches the relay, though heartbeats are committed: No heartbeat.");
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
        "Parked-" + target,
        metrics.ofTarget("Parked", target),
        settings.parkedEvents(),
        "Events wait in the control table: Something is parked.");
  }

  /**
   * Adds one alarm for all that makes events late or stuck, after everything is watched: who is
   * called at night needs no other.
   */
  public void summarise() {
    topic.ifPresent(
        told -> {
          CompositeAlarm summary =
              CompositeAlarm.Builder.create(this, "LateOrStuck")
                  .alarmRule(AlarmRule.anyOf(lateOrStuck.toArray(IAlarmRule[]::new)))
                  .alarmDescription("Events are late or stuck: see which of its alarms is raised.")
                  .build();
          told.listenTo(summary);
        });
  }

  /** Adds what is paid for by use. */
  void addCosts(List<Metric> costs) {
    dashboard.ifPresent(board -> board.addCosts(costs));
  }

  /** All alarms but the summary; none where they are off. */
  public List<Alarm> alarms() {
    return List.copyOf(alarms);
  }

  /** Where alarms go; empty where they are off. */
  public Optional<ITopic> topic() {
    return topic.map(AlarmTopic::topic);
  }

  private void alarm(String id, Metric metric, long threshold, String meaning) {
    add(
        id,
        AlarmProps.builder()
            .metric(metric)
            .threshold(threshold)
            .evaluationPeriods(1)
            .comparisonOperator(ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD)
            .treatMissingData(TreatMissingData.NOT_BREACHING)
            .alarmDescription(meaning)
            .build());
  }

  /** Where silence is bad. */
  private void silence(String id, Metric metric, long least, String meaning) {
    add(
        id,
        AlarmProps.builder()
            .metric(metric)
            .threshold(least)
            .evaluationPeriods(1)
            .comparisonOperator(ComparisonOperator.LESS_THAN_THRESHOLD)
            .treatMissingData(TreatMissingData.BREACHING)
            .alarmDescription(meaning)
            .build());
  }

  private void add(String id, AlarmProps props) {
    topic.ifPresent(
        told -> {
          Alarm alarm = new Alarm(this, id, props);
          told.listenTo(alarm);
          alarms.add(alarm);
          if (LATE_OR_STUCK.contains(id.replaceFirst("-.*", ""))) {
            lateOrStuck.add(AlarmRule.fromAlarm(alarm, AlarmState.ALARM));
          }
        });
  }
}
