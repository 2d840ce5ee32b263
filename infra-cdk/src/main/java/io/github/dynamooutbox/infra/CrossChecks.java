package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.aws.config.InfrastructureKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;

/** Checks what a schema cannot: how one part of the document depends on another. */
final class CrossChecks {
  /** CloudFormation API reference, CreateStack. */
  private static final int MAX_STACK_NAME = 128;

  private CrossChecks() {}

  /** Mistakes that have to be found before environments or regions are merged in. */
  static List<String> ofWhole(JsonNode document) {
    List<String> mistakes = new ArrayList<>();
    JsonNode deployed = document.path("infrastructure");
    overlays("infrastructure.environments.", deployed.path("environments"), mistakes);
    JsonNode replicas = deployed.path("table").path("replicas");
    overlays("infrastructure.table.replicas.", replicas, mistakes);
    if (!replicas.isMissingNode() && document.path("relay").has("regions")) {
      mistakes.add(
          "relay.regions: infrastructure.table.replicas sets it for each region; remove it");
    }
    mistakes.addAll(Regions.ofReplicas(replicas));
    replicas
        .properties()
        .forEach(
            replica -> {
              if (replica.getValue().has("table")) {
                mistakes.add(
                    "infrastructure.table.replicas.%s: table: is a copy of the table of %s; remove it"
                        .formatted(replica.getKey(), deployed.path("region").asText("its region")));
              }
            });
    return mistakes;
  }

  private static void overlays(String path, JsonNode overlays, List<String> mistakes) {
    overlays
        .properties()
        .forEach(
            overlay -> {
              String where = path + overlay.getKey();
              JsonNode deployed = overlay.getValue().path("infrastructure");
              if (deployed.isNull()) {
                mistakes.add(
                    where + ".infrastructure: cannot be removed; name the keys that are different");
              } else if (!deployed.isMissingNode() && !deployed.isObject()) {
                mistakes.add(
                    where + ".infrastructure: must be an object of the keys that are different");
              }
              JsonNode relay = overlay.getValue().path("relay");
              if (!relay.isMissingNode() && !relay.isNull() && !relay.isObject()) {
                mistakes.add(where + ".relay: must be an object of the keys that are different");
              }
            });
  }

  /** Mistakes in the document of one stack. */
  static List<String> mistakes(StackDocument stack) {
    ObjectNode document = stack.document();
    List<String> mistakes = new ArrayList<>();
    replication(stack, mistakes);
    stackName(document, mistakes);
    mistakes.addAll(Regions.mistakes(document));
    mistakes.addAll(TargetChecks.mistakes(document));
    table(document, mistakes);
    service(document.path("infrastructure"), mistakes);
    mistakes.addAll(WithoutEffect.mistakes(document));
    return mistakes;
  }

  private static void replication(StackDocument stack, List<String> mistakes) {
    JsonNode deployed = stack.document().path("infrastructure");
    if (deployed.has("environments")) {
      mistakes.add("infrastructure.environments: cannot be used inside another overlay");
    }
    if (deployed.path("table").has("replicas")) {
      mistakes.add("infrastructure.table.replicas: cannot be used inside another overlay");
    }
    List<String> regions = stack.replication().regions();
    if (regions.isEmpty()) {
      return;
    }
    String path = "infrastructure.table.replicas";
    String own = deployed.path("region").asText();
    if (own.isEmpty()) {
      mistakes.add("infrastructure.region: is missing; a table with replicas needs it");
    } else if (regions.contains(own)) {
      mistakes.add("%s.%s: is the table's own region; remove it".formatted(path, own));
    }
    if (deployed.path("table").path("encryption").asText().equals("customer")) {
      mistakes.add(
          "infrastructure.table.encryption: \"customer\" is impossible with replicas, because a key belongs to one region; choose aws-owned or aws-managed");
    }
    if (deployed.path("table").has("tableArn")) {
      mistakes.add(path + ": an existing table is not changed; replicate it where it is made");
    }
  }

  private static void service(JsonNode deployed, List<String> mistakes) {
    ServiceSettings service =
        ServiceSettings.of(
            ConfigSchema.withDefaults(deployed.path("service"), InfrastructureKeys.SERVICE));
    int cpu = service.cpuUnits();
    int memory = service.memoryMegabytes();
    if (memory < 2 * cpu || memory > 8 * cpu) {
      mistakes.add(
          "infrastructure.service.memoryMegabytes: %d does not go with %d CPU units; from %d to %d"
              .formatted(memory, cpu, Math.max(1024, 2 * cpu), Math.min(30720, 8 * cpu)));
    }
    int tasks = service.tasks();
    if (service.maxTasks() < tasks) {
      mistakes.add(
          "infrastructure.service.maxTasks: must not be below infrastructure.service.tasks, %d"
              .formatted(tasks));
    }
    JsonNode network = deployed.path("network");
    int subnets = network.path("privateSubnetIds").size();
    for (String key : List.of("availabilityZones", "routeTableIds")) {
      if (network.has(key) && network.path(key).size() != subnets) {
        mistakes.add(
            "infrastructure.network.%s: must name one for each of the %d privateSubnetIds"
                .formatted(key, subnets));
      }
    }
    String region = deployed.path("region").asText();
    JsonNode zones = network.path("availabilityZones");
    for (int i = 0; i < zones.size(); i++) {
      if (!zones.path(i).asText().startsWith(region)) {
        mistakes.add(
            "infrastructure.network.availabilityZones[%d]: %s is not a zone of infrastructure.region, %s"
                .formatted(i, zones.path(i), region));
      }
    }
    long different =
        StreamSupport.stream(network.path("privateSubnetIds").spliterator(), false)
            .distinct()
            .count();
    if (different < subnets) {
      mistakes.add("infrastructure.network.privateSubnetIds: one is listed twice; keep one");
    }
  }

  private static void stackName(ObjectNode document, List<String> mistakes) {
    String name = StackDocument.stackName(document);
    if (name.length() > MAX_STACK_NAME) {
      mistakes.add(
          "infrastructure.stackName: \"%s\" has %d characters, and a stack's name at most %d; set a shorter one"
              .formatted(name, name.length(), MAX_STACK_NAME));
    }
  }

  private static void table(JsonNode document, List<String> mistakes) {
    String name = document.path("table").path("name").asText();
    JsonNode deployed = document.path("infrastructure").path("table");
    if (document.at("/controlTable/name").asText().equals(name)) {
      mistakes.add(
          "controlTable.name: \"%s\" is also table.name, whose stream would deliver the relay's own writes to it; choose another name"
              .formatted(name));
    }
    if (deployed.path("encryption").asText().equals("customer")
        && !document.path("infrastructure").has("region")) {
      mistakes.add(
          "infrastructure.table.encryption: \"customer\" needs infrastructure.region, for the CDK");
    }
    if (deployed.has("tableArn")) {
      for (String key : List.of("indexes", "maxReadUnits")) {
        if (deployed.has(key)) {
          mistakes.add(
              "infrastructure.table.%s: applies to a new table only, and tableArn names an existing one; remove it"
                  .formatted(key));
        }
      }
    } else if (deployed.has("kmsKeyArn") && deployed.has("encryption")) {
      mistakes.add(
          "infrastructure.table.encryption: has no effect beside infrastructure.table.kmsKeyArn; remove it");
    }
    JsonNode control = document.at("/infrastructure/controlTable/tableArn");
    if (!control.isMissingNode()
        && !control.asText().endsWith("/" + document.at("/controlTable/name").asText())) {
      mistakes.add(
          "infrastructure.controlTable.tableArn: is not the ARN of controlTable.name, %s"
              .formatted(document.at("/controlTable/name")));
    }
    if (deployed.has("tableArn") && !deployed.path("tableArn").asText().endsWith("/" + name)) {
      mistakes.add(
          "infrastructure.table.tableArn: is not the ARN of table.name \"%s\"".formatted(name));
    }
    if (deployed.has("streamArn")
        && !deployed
            .path("streamArn")
            .asText()
            .startsWith(deployed.path("tableArn").asText() + "/stream/")) {
      mistakes.add("infrastructure.table.streamArn: is not a stream of tableArn");
    }
  }
}
