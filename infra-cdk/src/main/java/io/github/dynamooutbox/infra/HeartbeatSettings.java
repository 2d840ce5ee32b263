package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Whether and how often heartbeats are committed, with the names of the configuration.
 *
 * @param everyMinutes 1 to 60
 */
public record HeartbeatSettings(boolean enabled, int everyMinutes) {
  static HeartbeatSettings of(JsonNode heartbeat) {
    return new HeartbeatSettings(
        heartbeat.path("enabled").asBoolean(), heartbeat.path("everyMinutes").asInt());
  }
}
