package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * When alarms are raised, with the names of the configuration.
 *
 * @param enabled whether there are alarms
 * @param topicArn an existing topic for the alarms; without it, one is created
 * @param email subscribed to the new topic
 * @param iteratorAgeSeconds how far the relay may be behind, on Lambda and with KCL
 * @param parkedLanes this many closed lanes raise the alarm, until there are fewer
 * @param parkedEvents this many parked events raise the alarm, until there are fewer
 * @param failedBusEntriesPercent this share of the entries that a Custom Event Bus fails raises the
 *     alarm, in percent
 * @param minLeases fewer shards at the busiest task of the KCL relay raise the alarm
 * @param unownedShards this many shards that no task of the KCL relay relays raise the alarm
 * @param trimmedReads this many requests for records that the stream no longer has raise the alarm
 * @param missedHeartbeats this many missing heartbeats in a row raise the alarm
 */
public record AlarmSettings(
    boolean enabled,
    Optional<String> topicArn,
    Optional<String> email,
    int iteratorAgeSeconds,
    int publishAgeSeconds,
    int rejectedEvents,
    int parkedLanes,
    int parkedEvents,
    int blockedLanes,
    int inversions,
    int halts,
    int unrecordedEvents,
    int controlFailures,
    int failedEvents,
    int droppedEvents,
    int functionErrors,
    int functionThrottles,
    int failedBusEntriesPercent,
    int minLeases,
    int unownedShards,
    int trimmedReads,
    int missedHeartbeats) {
  static AlarmSettings of(JsonNode alarms) {
    return new AlarmSettings(
        alarms.path("enabled").asBoolean(),
        TableSettings.text(alarms, "topicArn"),
        TableSettings.text(alarms, "email"),
        alarms.path("iteratorAgeSeconds").asInt(),
        alarms.path("publishAgeSeconds").asInt(),
        alarms.path("rejectedEvents").asInt(),
        alarms.path("parkedLanes").asInt(),
        alarms.path("parkedEvents").asInt(),
        alarms.path("blockedLanes").asInt(),
        alarms.path("inversions").asInt(),
        alarms.path("halts").asInt(),
        alarms.path("unrecordedEvents").asInt(),
        alarms.path("controlFailures").asInt(),
        alarms.path("failedEvents").asInt(),
        alarms.path("droppedEvents").asInt(),
        alarms.path("functionErrors").asInt(),
        alarms.path("functionThrottles").asInt(),
        alarms.path("failedBusEntriesPercent").asInt(),
        alarms.path("minLeases").asInt(),
        alarms.path("unownedShards").asInt(),
        alarms.path("trimmedReads").asInt(),
        alarms.path("missedHeartbeats").asInt());
  }
}
