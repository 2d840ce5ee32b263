package io.github.dynamooutbox.infra;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import software.amazon.awscdk.CfnElement;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.Token;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.cloudwatch.AlarmBase;
import software.amazon.awscdk.services.cloudwatch.AlarmProps;
import software.amazon.awscdk.services.cloudwatch.AlarmRule;
import software.amazon.awscdk.services.cloudwatch.AlarmState;
import software.amazon.awscdk.services.cloudwatch.ComparisonOperator;
import software.amazon.awscdk.services.cloudwatch.CompositeAlarm;
import software.amazon.awscdk.services.cloudwatch.IAlarmAction;
import software.amazon.awscdk.services.cloudwatch.IAlarmRule;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.Metric;
import software.amazon.awscdk.services.cloudwatch.MetricOptions;
import software.amazon.awscdk.services.cloudwatch.TreatMissingData;
import software.amazon.awscdk.services.ecs.AlarmBehavior;
import software.amazon.awscdk.services.ecs.DeploymentAlarmOptions;
import software.amazon.awscdk.services.ecs.FargateService;
import software.constructs.Construct;

/**
 * The alarms of a stack, and which of them mean that events are late or stuck. Without a topic
 * there are none.
 */
final class AlarmSet {
  /** CloudWatch user guide, "Create a composite alarm": children, and characters of a rule. */
  private static final int MAX_CHILDREN = 100;

  private static final int MINUTES = 5;

  private static final int MAX_RULE = 10_240;

  /** CloudWatch API reference, PutMetricAlarm. */
  private static final int MAX_NAME = 255;

  /** What CloudFormation adds to a name, with hyphens. */
  private static final int RANDOM = 16;

  /** {@code ALARM("} and the longest ARN of an alarm but for its name, {@code ") OR }. */
  private static final int AROUND_NAME =
      "ALARM(\"arn:aws-us-gov:cloudwatch:ap-southeast-1:111122223333:alarm:\") OR ".length();

  private final Construct scope;
  private final Optional<AlarmTopic> topic;
  private final List<Alarm> alarms = new ArrayList<>();
  private final List<Alarm> lateOrStuck = new ArrayList<>();
  private final List<AlarmBase> notifying = new ArrayList<>();

  AlarmSet(Construct scope, Optional<AlarmTopic> topic) {
    this.scope = scope;
    this.topic = topic;
  }

  /** Something is wrong, and no event is late or stuck because of it alone. */
  void trouble(String id, IMetric metric, long threshold, String meaning) {
    atLeast(id, metric, threshold, meaning);
  }

  /** Events are late or stuck. */
  void lateOrStuck(String id, IMetric metric, long threshold, String meaning) {
    atLeast(id, metric, threshold, meaning).ifPresent(this::summarised);
  }

  /**
   * The same; and if it begins during a deployment of this service, ECS rolls that back. It takes
   * each of five minutes: in the first ones of a new service nobody has taken the shards yet.
   */
  void lateOrStuck(
      String id, Metric metric, long threshold, String meaning, FargateService deployed) {
    Metric everyMinute = metric.with(MetricOptions.builder().period(Duration.minutes(1)).build());
    add(id, atLeast(everyMinute, threshold, meaning).evaluationPeriods(MINUTES).build())
        .ifPresent(
            alarm -> {
              summarised(alarm);
              deployed.enableDeploymentAlarms(
                  List.of(alarm.getAlarmName()),
                  DeploymentAlarmOptions.builder()
                      .behavior(AlarmBehavior.ROLLBACK_ON_ALARM)
                      .build());
            });
  }

  /** Nothing is written where something always is, so events may be late or stuck. */
  void silence(String id, IMetric metric, long least, String meaning) {
    add(
            id,
            AlarmProps.builder()
                .metric(metric)
                .threshold(least)
                .evaluationPeriods(1)
                .comparisonOperator(ComparisonOperator.LESS_THAN_THRESHOLD)
                .treatMissingData(TreatMissingData.BREACHING)
                .alarmDescription(meaning)
                .build())
        .ifPresent(this::summarised);
  }

  /**
   * Adds one alarm that combines all that mean that events are late or stuck, after the last of
   * them. Where they are too many for one, it combines others that notify nobody.
   */
  void summarise() {
    topic.ifPresent(
        notified -> {
          List<List<Alarm>> parts = parts();
          IAlarmRule rule =
              parts.size() == 1
                  ? anyOf(parts.get(0))
                  : AlarmRule.anyOf(
                      IntStream.range(0, parts.size())
                          .mapToObj(i -> part(i + 1, parts.get(i)))
                          .toArray(IAlarmRule[]::new));
          CompositeAlarm summary =
              composite(
                  "LateOrStuck",
                  rule,
                  "Events are late or stuck: see which of its alarms is raised.");
          notified.listenTo(summary);
          notifying.add(summary);
        });
  }

  private IAlarmRule part(int number, List<Alarm> part) {
    return AlarmRule.fromAlarm(
        composite(
            "LateOrStuck" + number,
            anyOf(part),
            "A part of LateOrStuck, which notifies: see which of its alarms is raised."),
        AlarmState.ALARM);
  }

  private CompositeAlarm composite(String id, IAlarmRule rule, String meaning) {
    return CompositeAlarm.Builder.create(scope, id)
        .alarmRule(rule)
        .alarmDescription(meaning)
        .build();
  }

  private static IAlarmRule anyOf(List<Alarm> alarms) {
    return AlarmRule.anyOf(
        alarms.stream()
            .map(alarm -> AlarmRule.fromAlarm(alarm, AlarmState.ALARM))
            .toArray(IAlarmRule[]::new));
  }

  /** As few as hold the number and the length of their rules. */
  private List<List<Alarm>> parts() {
    List<List<Alarm>> parts = new ArrayList<>();
    int length = MAX_RULE;
    for (Alarm alarm : lateOrStuck) {
      int term = length(alarm);
      if (length + term > MAX_RULE || parts.get(parts.size() - 1).size() == MAX_CHILDREN) {
        parts.add(new ArrayList<>());
        length = 0;
      }
      parts.get(parts.size() - 1).add(alarm);
      length += term;
    }
    return parts;
  }

  /** Upper bound: CloudFormation names an alarm after its stack and its id there. */
  private static int length(Alarm alarm) {
    Stack stack = Stack.of(alarm);
    String id = stack.getLogicalId((CfnElement) alarm.getNode().getDefaultChild());
    String name = Token.isUnresolved(stack.getStackName()) ? "" : stack.getStackName();
    int most = name.isEmpty() ? MAX_NAME : name.length() + id.length() + RANDOM;
    return AROUND_NAME + Math.min(MAX_NAME, most);
  }

  /** Does something else as well when an alarm, or the summary, is raised. */
  void addAction(IAlarmAction action) {
    notifying.forEach(alarm -> alarm.addAlarmAction(action));
  }

  /** All alarms but the summary. */
  List<Alarm> all() {
    return List.copyOf(alarms);
  }

  /** Zeros are not written, so missing data is good. */
  private Optional<Alarm> atLeast(String id, IMetric metric, long threshold, String meaning) {
    return add(id, atLeast(metric, threshold, meaning).evaluationPeriods(1).build());
  }

  private static AlarmProps.Builder atLeast(IMetric metric, long threshold, String meaning) {
    return AlarmProps.builder()
        .metric(metric)
        .threshold(threshold)
        .comparisonOperator(ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD)
        .treatMissingData(TreatMissingData.NOT_BREACHING)
        .alarmDescription(meaning);
  }

  private Optional<Alarm> add(String id, AlarmProps props) {
    return topic.map(
        notified -> {
          Alarm alarm = new Alarm(scope, id, props);
          notified.listenTo(alarm);
          alarms.add(alarm);
          notifying.add(alarm);
          return alarm;
        });
  }

  private void summarised(Alarm alarm) {
    lateOrStuck.add(alarm);
  }
}
