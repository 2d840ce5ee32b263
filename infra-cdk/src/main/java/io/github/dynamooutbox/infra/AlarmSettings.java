package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * When to call somebody, with the names of the configuration.
 *
 * @param topicArn an existing topic that alarms go to; without it, one is made
 * @param email subscribed to the topic that is made
 */
public record AlarmSettings(
    Optional<String> topicArn,
    Optional<String> email,
    int iteratorAgeSeconds,
    int publishAgeSeconds,
    int rejectedEvents,
    int parkedEvents,
    int blockedLanes,
    int inversions) {
  static AlarmSettings of(JsonNode alarms) {
    return new AlarmSettings(
        TableSettings.text(alarms, "topicArn"),
        TableSettings.text(alarms, "email"),
        alarms.path("iteratorAgeSeconds").asInt(),
        alarms.path("publishAgeSeconds").asInt(),
        alarms.path("rejectedEvents").asInt(),
        alarms.path("parkedEvents").asInt(),
        alarms.path("blockedLanes").asInt(),
        alarms.path("inversions").asInt());
  }
}
