package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Finds keys that nothing reads, although they look as if they did something. */
final class WithoutEffect {
  private WithoutEffect() {}

  static List<String> mistakes(JsonNode document) {
    List<String> mistakes = new ArrayList<>();
    ofHost(document, mistakes);
    JsonNode deployed = document.path("infrastructure");
    if (deployed.path("redrive").asBoolean() && !document.has("controlTable")) {
      mistakes.add(
          "infrastructure.redrive: has no effect without controlTable; add one, or remove it");
    }
    if (!deployed.path("heartbeat").path("enabled").asBoolean(true)) {
      for (String key : List.of("heartbeat.everyMinutes", "alarms.missedHeartbeats")) {
        if (!deployed.at("/" + key.replace('.', '/')).isMissingNode()) {
          mistakes.add(
              "infrastructure.%s: has no effect where infrastructure.heartbeat.enabled is false; remove it"
                  .formatted(key));
        }
      }
    }
    archive(document, mistakes);
    kafka(document, mistakes);
    JsonNode alarms = deployed.path("alarms");
    if (!alarms.path("enabled").asBoolean(true) && alarms.size() > 1) {
      mistakes.add(
          "infrastructure.alarms.enabled: is false, so nothing else in infrastructure.alarms has an"
              + " effect; remove one or the other");
    }
    if (alarms.has("topicArn") && alarms.has("email")) {
      mistakes.add(
          "infrastructure.alarms.email: subscribes to a new topic, but topicArn names an existing"
              + " one; remove one of them");
    }
    return mistakes;
  }

  private static void kafka(JsonNode document, List<String> mistakes) {
    boolean isInside = document.path("infrastructure").has("network");
    for (Map.Entry<String, JsonNode> target : document.path("targets").properties()) {
      if (target.getValue().has("securityGroupId") && !isInside) {
        mistakes.add(
            "targets.%s.securityGroupId: has no effect without infrastructure.network, the VPC from which the brokers are reached; add it, or remove securityGroupId"
                .formatted(target.getKey()));
      }
      if (target.getValue().path("authentication").has("credentialsVariable")) {
        mistakes.add(
            "targets.%s.authentication.credentialsVariable: the stack puts no credentials into variables, where everybody who may look at the function would see them; name a parameter or secret with credentialsParameter"
                .formatted(target.getKey()));
      }
    }
  }

  private static void archive(JsonNode document, List<String> mistakes) {
    boolean isMade =
        document
            .path("targets")
            .valueStream()
            .filter(target -> target.path("type").asText().equals("s3"))
            .anyMatch(target -> !target.has("bucketArn"));
    JsonNode archive = document.path("infrastructure").path("archive");
    if (!archive.isMissingNode() && !isMade) {
      mistakes.add(
          "infrastructure.archive: has no effect without a target of type s3 with bucketName, whose"
              + " bucket is made; remove it");
    }
    int cold = archive.path("coldAfterDays").asInt();
    int retention = archive.path("retentionDays").asInt(Integer.MAX_VALUE);
    if (retention <= cold) {
      mistakes.add(
          "infrastructure.archive.retentionDays: %d must be above coldAfterDays, %d"
              .formatted(retention, cold));
    }
  }

  private static void ofHost(JsonNode document, List<String> mistakes) {
    JsonNode deployed = document.path("infrastructure");
    if (deployed.path("bothRelays").asBoolean()) {
      return;
    }
    boolean kcl = document.path("relay").path("host").asText().equals("kcl");
    String host = kcl ? "kcl" : "lambda";
    String key = kcl ? "mapping" : "service";
    if (deployed.has(key)) {
      mistakes.add(
          "infrastructure.%s: has no effect with relay.host \"%s\"; remove it"
              .formatted(key, host));
    }
    if (kcl && document.path("relay").has("batchSize")) {
      mistakes.add("relay.batchSize: has no effect with relay.host \"kcl\"; remove it");
    }
  }
}
