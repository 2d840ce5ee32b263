package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Checks what environments and replicas change, before it is merged in; {@link SynthesisCheck}
 * looks at each stack after that.
 */
final class Overlays {
  private Overlays() {}

  static List<String> problems(JsonNode document) {
    List<String> problems = new ArrayList<>();
    JsonNode deployed = document.path("infrastructure");
    overlays("infrastructure.environments.", deployed.path("environments"), problems);
    JsonNode replicas = deployed.path("table").path("replicas");
    overlays("infrastructure.table.replicas.", replicas, problems);
    if (!replicas.isMissingNode() && document.path("relay").has("regions")) {
      problems.add(
          "relay.regions: infrastructure.table.replicas sets it for each region; remove it");
    }
    problems.addAll(Regions.ofReplicas(replicas));
    replicas
        .properties()
        .forEach(
            replica -> {
              if (replica.getValue().has("table")) {
                problems.add(
                    "infrastructure.table.replicas.%s: table: is a copy of the table of %s; remove it"
                        .formatted(replica.getKey(), deployed.path("region").asText("its region")));
              }
              ofTable(replica, problems);
            });
    return problems;
  }

  /** What the stack of the table alone reads; of another table of the replica's region it may. */
  private static void ofTable(Map.Entry<String, JsonNode> replica, List<String> problems) {
    JsonNode table = replica.getValue().path("infrastructure").path("table");
    if (table.has("tableArn")) {
      return;
    }
    for (String key :
        List.of(
            "indexes",
            "kmsKeyArn",
            "encryption",
            "maxReadUnits",
            "maxWriteUnits",
            "deletionProtection")) {
      if (table.hasNonNull(key)
          && (!key.equals("encryption") || table.path(key).asText().equals("customer"))) {
        problems.add(
            "infrastructure.table.replicas.%s: infrastructure.table.%s: has no effect on a replica; remove it"
                .formatted(replica.getKey(), key));
      }
    }
  }

  private static void overlays(String path, JsonNode overlays, List<String> problems) {
    overlays
        .properties()
        .forEach(
            overlay -> {
              String where = path + overlay.getKey();
              JsonNode deployed = overlay.getValue().path("infrastructure");
              if (deployed.isNull()) {
                problems.add(
                    where + ".infrastructure: cannot be removed; name the keys that are different");
              } else if (!deployed.isMissingNode() && !deployed.isObject()) {
                problems.add(
                    where + ".infrastructure: must be an object of the keys that are different");
              }
              JsonNode relay = overlay.getValue().path("relay");
              if (!relay.isMissingNode() && !relay.isNull() && !relay.isObject()) {
                problems.add(where + ".relay: must be an object of the keys that are different");
              }
            });
  }
}
