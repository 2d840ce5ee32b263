package io.github.dynamooutbox.infra;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.cloudwatch.AlarmProps;
import software.amazon.awscdk.services.cloudwatch.AlarmRule;
import software.amazon.awscdk.services.cloudwatch.AlarmState;
import software.amazon.awscdk.services.cloudwatch.ComparisonOperator;
import software.amazon.awscdk.services.cloudwatch.CompositeAlarm;
import software.amazon.awscdk.services.cloudwatch.IAlarmRule;
import software.amazon.awscdk.services.cloudwatch.Metric;
import software.amazon.awscdk.services.cloudwatch.TreatMissingData;
import software.constructs.Construct;

/**
 * The alarms of a stack, and which of them mean that events are late or stuck. Without a topic
 * there are none.
 */
final class AlarmSet {
  private final Construct scope;
  private final Optional<AlarmTopic> topic;
  private final List<Alarm> alarms = new ArrayList<>();
  private final List<IAlarmRule> lateOrStuck = new ArrayList<>();

  AlarmSet(Construct scope, Optional<AlarmTopic> topic) {
    this.scope = scope;
    this.topic = topic;
  }

  /** Something is wrong, and no event is late or stuck because of it alone. */
  void trouble(String id, Metric metric, long threshold, String meaning) {
    atLeast(id, metric, threshold, meaning);
  }

  /** Events are late or stuck. */
  void lateOrStuck(String id, Metric metric, long threshold, String meaning) {
    atLeast(id, metric, threshold, meaning).ifPresent(this::summarised);
  }

  /** Nothing is written where something always is, so events may be late or stuck. */
  void silence(String id, Metric metric, long least, String meaning) {
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
   * them.
   */
  void summarise() {
    topic.ifPresent(
        notified ->
            notified.listenTo(
                CompositeAlarm.Builder.create(scope, "LateOrStuck")
                    .alarmRule(AlarmRule.anyOf(lateOrStuck.toArray(IAlarmRule[]::new)))
                    .alarmDescription(
                        "Events are late or stuck: see which of its alarms is raised.")
                    .build()));
  }

  /** All alarms but the summary. */
  List<Alarm> all() {
    return List.copyOf(alarms);
  }

  /** Zeros are not written, so missing data is good. */
  private Optional<Alarm> atLeast(String id, Metric metric, long threshold, String meaning) {
    return add(
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

  private Optional<Alarm> add(String id, AlarmProps props) {
    return topic.map(
        notified -> {
          Alarm alarm = new Alarm(scope, id, props);
          notified.listenTo(alarm);
          alarms.add(alarm);
          return alarm;
        });
  }

  private void summarised(Alarm alarm) {
    lateOrStuck.add(AlarmRule.fromAlarm(alarm, AlarmState.ALARM));
  }
}
