package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Each alarm is raised where the configuration says. */
@NeedsNode
class ThresholdsTest {
  private static final String ALARM = "AWS::CloudWatch::Alarm";
  private static final String IMAGE =
      "111122223333.dkr.ecr.eu-west-1.amazonaws.com/relay@sha256:" + "0".repeat(64);

  private static final String ALL_DIFFERENT =
      """
      {"table": {"name": "orders"}, "controlTable": {"name": "control"}, %s
       "targets": {"bus": {"type": "eventbridge", "busName": "orders"}},
       "routes": [{"to": ["bus"]}],
       "infrastructure": {
         "heartbeat": {"everyMinutes": 2},
         "alarms": {"iteratorAgeSeconds": 31, "publishAgeSeconds": 32, "rejectedEvents": 33,
           "parkedLanes": 34, "parkedEvents": 47, "blockedLanes": 35, "inversions": 36, "halts": 37,
           "unrecordedEvents": 38, %s "functionErrors": 41,
           "functionThrottles": 42, "controlFailures": 46, "missedHeartbeats": 7}}}
      """;

  @Test
  void areTheConfiguredOnesOfTheFunction() {
    Synthesised stack =
        Synthesised.parsed(
            ALL_DIFFERENT.formatted("", "\"failedEvents\": 39, \"droppedEvents\": 40,"));
    assertThat(thresholds(stack))
        .containsOnly(
            entry("IteratorAge", 31_000),
            entry("MaxWriteToPublishAge", 32_000),
            entry("OpenCircuitAge", 1_000),
            entry("Rejected", 33),
            entry("ClosedLanes", 34),
            entry("ParkedEvents", 47),
            entry("BlockedLanes", 35),
            entry("Invocations", 1),
            entry("Inversions", 36),
            entry("Halted", 37),
            entry("Unrecorded", 38),
            entry("ControlFailures", 46),
            entry("OnFailureDestinationDeliveredEventCount", 39),
            entry("DroppedEventCount", 40),
            entry("Errors", 41),
            entry("Throttles", 42),
            entry("Heartbeats", 1));
    assertThat(stack.only(ALARM, "MetricName", "Heartbeats").path("Period").asInt())
        .isEqualTo(7 * 2 * 60);
  }

  @Test
  void areTheConfiguredOnesOfTheService() {
    Synthesised stack =
        Synthesised.parsed(
            ALL_DIFFERENT
                .formatted(
                    "\"relay\": {\"host\": \"kcl\"},",
                    "\"minLeases\": 43, \"unownedShards\": 44, \"trimmedReads\": 45,")
                .replace(
                    "\"heartbeat\":",
                    "\"service\": {\"image\": \"" + IMAGE + "\"}, \"heartbeat\":"));
    assertThat(thresholds(stack))
        .contains(
            entry("ShardLag", 31_000),
            entry("Leases", 43),
            entry("UnownedShards", 44),
            entry("Trimmed", 45),
            entry("ControlFailures", 46));
  }

  private static Map<String, Integer> thresholds(Synthesised stack) {
    return stack.properties(ALARM).stream()
        .collect(
            Collectors.toMap(
                alarm -> alarm.path("MetricName").asText(),
                alarm -> alarm.path("Threshold").asInt(),
                (one, other) -> {
                  assertThat(one).isEqualTo(other);
                  return one;
                }));
  }
}
