package io.github.dynamooutbox.infra;

import static io.github.dynamooutbox.aws.host.Metric.BLOCKED_LANES;
import static io.github.dynamooutbox.aws.host.Metric.CLOSED_LANES;
import static io.github.dynamooutbox.aws.host.Metric.CONTROL_FAILURES;
import static io.github.dynamooutbox.aws.host.Metric.HALTED;
import static io.github.dynamooutbox.aws.host.Metric.INVERSIONS;
import static io.github.dynamooutbox.aws.host.Metric.PARKED_EVENTS;
import static io.github.dynamooutbox.aws.host.Metric.REJECTED;
import static io.github.dynamooutbox.aws.host.Metric.TRIMMED;
import static io.github.dynamooutbox.aws.host.Metric.UNRECORDED;

import java.util.List;
import java.util.Optional;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.cloudwatch.GraphWidget;
import software.amazon.awscdk.services.cloudwatch.IAlarmAction;
import software.amazon.awscdk.services.cloudwatch.Metric;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.sns.ITopic;
import software.constructs.Construct;

/**
 * Alarms that notify a topic, and a dashboard. Most metrics are not written at zero, so missing
 * data is good. Each alarm says what it means and which section of the runbook to read.
 *
 * <p>It knows the targets from the start; {@code watch} adds what runs.
 */
public final class Monitoring extends Construct {
  private final AlarmSettings settings;

  /** A target counts as down after a second at the earliest. */
  private static final long SHORTEST_OUTAGE_MILLIS = 1_000;

  private final RelayMetrics metrics;
  private final Optional<AlarmTopic> topic;
  private final Optional<FlowDashboard> dashboard;
  private final AlarmSet alarms;

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
    this.alarms = new AlarmSet(this, topic);
    this.dashboard =
        dashboard
            ? Optional.of(new FlowDashboard(this, "Dashboard", metrics, targets.names()))
            : Optional.empty();
    relayAlarms();
    targets.names().forEach(this::targetAlarms);
    targets.customBuses().forEach(this::busAlarm);
  }

  /** Adds the alarms of a relay on Lambda. */
  public void watch(LambdaRelay relay) {
    Metric iteratorAge = metrics.iteratorAge(relay.function());
    dashboard.ifPresent(board -> board.addLate(iteratorAge));
    alarms.lateOrStuck(
        "IteratorAge",
        iteratorAge,
        settings.iteratorAgeSeconds() * 1000L,
        AlarmKind.ITERATOR_AGE.description(""));
    alarms.lateOrStuck(
        "FailedBatches",
        metrics.ofMapping("OnFailureDestinationDeliveredEventCount", relay.mappingId()),
        settings.failedEvents(),
        AlarmKind.FAILED_BATCHES.description(""));
    alarms.lateOrStuck(
        "DroppedEvents",
        metrics.ofMapping("DroppedEventCount", relay.mappingId()),
        settings.droppedEvents(),
        AlarmKind.DROPPED_EVENTS.description(""));
    watch("Relay", relay.function());
  }

  /** Adds the alarms of a relay on Fargate, which always reports its leases. */
  public void watch(KclRelay relay) {
    Metric lag = metrics.shardLag();
    dashboard.ifPresent(board -> board.addLate(lag));
    alarms.lateOrStuck(
        "ShardLag",
        lag,
        settings.iteratorAgeSeconds() * 1000L,
        AlarmKind.ITERATOR_AGE.description(""));
    alarms.silence(
        "NoLeases", metrics.leases(), settings.minLeases(), AlarmKind.NO_LEASES.description(""));
    alarms.lateOrStuck(
        "UnownedShards",
        metrics.unownedShards(),
        settings.unownedShards(),
        AlarmKind.UNOWNED_SHARDS.description(""),
        relay.service());
    alarms.lateOrStuck(
        "Trimmed",
        metrics.ofRelay(TRIMMED),
        settings.trimmedReads(),
        AlarmKind.TRIMMED.description(""));
  }

  /**
   * Adds the alarms of the redrive, and of what it finds parked, which stay on until it is gone.
   */
  public void watch(Redriver redriver) {
    dashboard.ifPresent(FlowDashboard::addParked);
    alarms.lateOrStuck(
        "ParkedEvents",
        metrics.parked(PARKED_EVENTS),
        settings.parkedEvents(),
        AlarmKind.PARKED_EVENTS.description(""));
    alarms.lateOrStuck(
        "Parked",
        metrics.parked(CLOSED_LANES),
        settings.parkedLanes(),
        AlarmKind.PARKED.description(""));
    alarms.lateOrStuck(
        "BlockedLanes",
        metrics.parked(BLOCKED_LANES),
        settings.blockedLanes(),
        AlarmKind.BLOCKED_LANES.description(""));
    // Without it, the gauges of what is parked are silent, which is good for them.
    alarms.silence(
        "RedriveSilent",
        metrics.lambda("Invocations", redriver.function()),
        1,
        AlarmKind.REDRIVE_SILENT.description(""));
    watch("Redrive", redriver.function());
  }

  /** Adds the alarms of a function's errors and throttles. */
  public void watch(String name, Function function) {
    alarms.trouble(
        name + "Errors",
        metrics.lambda("Errors", function),
        settings.functionErrors(),
        AlarmKind.ERRORS.description(name));
    alarms.trouble(
        name + "Throttles",
        metrics.lambda("Throttles", function),
        settings.functionThrottles(),
        AlarmKind.THROTTLES.description(name));
  }

  /** Adds an alarm for missing heartbeats. */
  public void watch(Heartbeat heartbeat) {
    Duration silence = Duration.minutes(settings.missedHeartbeats() * heartbeat.everyMinutes());
    alarms.silence(
        "HeartbeatMissing",
        metrics.heartbeats(silence),
        1,
        AlarmKind.HEARTBEAT_MISSING.description(""));
    watch("Heartbeat", heartbeat.function());
  }

  private void relayAlarms() {
    alarms.lateOrStuck(
        "Halted", metrics.ofRelay(HALTED), settings.halts(), AlarmKind.HALTED.description(""));
    alarms.trouble(
        "Inversions",
        metrics.ofRelay(INVERSIONS),
        settings.inversions(),
        AlarmKind.INVERSIONS.description(""));
    alarms.trouble(
        "Unrecorded",
        metrics.ofRelay(UNRECORDED),
        settings.unrecordedEvents(),
        AlarmKind.UNRECORDED.description(""));
    alarms.trouble(
        "ControlFailures",
        metrics.ofRelay(CONTROL_FAILURES),
        settings.controlFailures(),
        AlarmKind.CONTROL_FAILURES.description(""));
  }

  private void targetAlarms(String target) {
    alarms.lateOrStuck(
        "TargetDown-" + target,
        metrics.openCircuit(target),
        SHORTEST_OUTAGE_MILLIS,
        AlarmKind.TARGET_DOWN.description(target));
    alarms.trouble(
        "Rejected-" + target,
        metrics.ofTarget(REJECTED, target),
        settings.rejectedEvents(),
        AlarmKind.REJECTED.description(target));
    alarms.lateOrStuck(
        "PublishAge-" + target,
        metrics.age(target),
        settings.publishAgeSeconds() * 1000L,
        AlarmKind.PUBLISH_AGE.description(target));
  }

  /** Calls succeed even if every entry of theirs fails: only entries tell. */
  private void busAlarm(String target, CustomEventBus bus) {
    alarms.trouble(
        "FailedBusEntries-" + target,
        metrics.failedBusEntries(bus),
        settings.failedBusEntriesPercent(),
        AlarmKind.FAILED_BUS_ENTRIES.description(target));
  }

  /**
   * Adds one alarm for everything that makes events late or stuck, after the last {@code watch}. It
   * is the only one that has to wake somebody at night.
   */
  public void summarise() {
    alarms.summarise();
  }

  /** Adds metrics of what is billed by use. */
  void addCosts(List<Metric> costs) {
    dashboard.ifPresent(board -> board.addCosts(costs));
  }

  /** Does something else as well, for example an action of OpsCenter, when an alarm is raised. */
  public void addAction(IAlarmAction action) {
    alarms.addAction(action);
  }

  /**
   * One of the relay's metrics: its sum over five minutes. For an age or a gauge take another
   * statistic, {@code metric(name).with(MetricOptions...)}.
   *
   * @param name as the relay writes it
   */
  public Metric metric(io.github.dynamooutbox.aws.host.Metric name) {
    return metrics.ofRelay(name);
  }

  /** One of the relay's metrics of a target; {@code *} stands for all targets. */
  public Metric metric(io.github.dynamooutbox.aws.host.Metric name, String target) {
    return metrics.ofTarget(name, target);
  }

  /** The graphs of the dashboard, for one of your own; none where it is off. */
  public List<GraphWidget> widgets() {
    return dashboard.map(FlowDashboard::widgets).orElse(List.of());
  }

  /** All alarms but the summary; none where they are off. */
  public List<Alarm> alarms() {
    return alarms.all();
  }

  /** The topic of the alarms; empty where they are off. */
  public Optional<ITopic> topic() {
    return topic.map(AlarmTopic::topic);
  }
}
