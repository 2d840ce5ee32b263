package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import software.amazon.event.ruler.JsonRuleCompiler;

/** What a schema cannot say: how one part of the document depends on another. */
final class CrossChecks {
  private CrossChecks() {}

  /** What has to be known before environments and regions are merged in. */
  static List<String> ofWhole(JsonNode document) {
    return document.path("infrastructure").path("table").has("replicas")
            && document.path("relay").has("regions")
        ? List.of("relay.regions: infrastructure.table.replicas sets it for each region; remove it")
        : List.of();
  }

  /** Of one stack. */
  static List<String> mistakes(StackDocument stack) {
    JsonNode document = stack.document();
    List<String> mistakes = new ArrayList<>();
    replication(stack, mistakes);
    routes(document, mistakes);
    document
        .path("targets")
        .properties()
        .forEach(target -> target(TargetSettings.of(target.getKey(), target.getValue()), mistakes));
    table(document, mistakes);
    service(document.path("infrastructure"), mistakes);
    withoutEffect(document, mistakes);
    return mistakes;
  }

  private static void replication(StackDocument stack, List<String> mistakes) {
    JsonNode deployed = stack.document().path("infrastructure");
    if (deployed.has("environments")) {
      mistakes.add("infrastructure.environments: cannot stand inside of another overlay");
    }
    if (deployed.path("table").has("replicas")) {
      mistakes.add("infrastructure.table.replicas: cannot stand inside of another overlay");
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
      mistakes.add("%s.%s: is the table's own region".formatted(path, own));
    }
    if (deployed.path("table").path("encryption").asText().equals("customer")) {
      mistakes.add(
          "infrastructure.table.encryption: \"customer\" is of one region, and the table has"
              + " replicas; one of: aws-owned, aws-managed");
    }
    if (deployed.path("table").has("tableArn")) {
      mistakes.add(path + ": an existing table is not changed; replicate it where it is made");
    }
  }

  private static void routes(JsonNode document, List<String> mistakes) {
    TreeSet<String> known = new TreeSet<>();
    document.path("targets").fieldNames().forEachRemaining(known::add);
    JsonNode routes = document.path("routes");
    for (int i = 0; i < routes.size(); i++) {
      pattern("routes[%d].match".formatted(i), routes.path(i).path("match"), mistakes);
      JsonNode to = routes.path(i).path("to");
      for (int j = 0; j < to.size(); j++) {
        if (!known.contains(to.path(j).asText())) {
          mistakes.add(
              "routes[%d].to[%d]: no target %s; known: %s"
                  .formatted(i, j, to.path(j), String.join(", ", known)));
        }
      }
    }
  }

  /** With the matcher that will evaluate it, as the relay does when it starts. */
  private static void pattern(String path, JsonNode match, List<String> mistakes) {
    if (match.isObject() && !match.isEmpty()) {
      String mistake = JsonRuleCompiler.check(match.toString());
      if (mistake != null) {
        mistakes.add(path + ": not an event pattern: " + mistake.lines().findFirst().orElse(""));
      }
    }
  }

  private static void target(TargetSettings target, List<String> mistakes) {
    String path = "targets." + target.name() + ".";
    String name = target.resourceName().orElse("");
    if (target.arn().isPresent() && target.resourceName().isPresent()) {
      if (!target.arn().get().endsWith(target.type().beforeName() + name)) {
        mistakes.add(
            "%s%s: is not the ARN of %s \"%s\""
                .formatted(path, target.type().arnKey(), target.type().nameKey(), name));
      }
    } else if (target.type() == TargetSettings.Type.EVENTBRIDGE && name.equals("default")) {
      mistakes.add(
          path
              + "busName: \"default\" exists in every account and cannot be created;"
              + " give its busArn");
    }
  }

  private static void service(JsonNode deployed, List<String> mistakes) {
    int cpu = deployed.path("service").path("cpuUnits").asInt(512);
    int memory = deployed.path("service").path("memoryMegabytes").asInt(2048);
    if (memory < 2 * cpu || memory > 8 * cpu) {
      mistakes.add(
          "infrastructure.service.memoryMegabytes: %d does not go with %d CPU units; from %d to %d"
              .formatted(memory, cpu, Math.max(1024, 2 * cpu), Math.min(30720, 8 * cpu)));
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
  }

  /** A key that nothing reads would look as if it did something. */
  private static void withoutEffect(JsonNode document, List<String> mistakes) {
    boolean kcl = document.path("relay").path("host").asText().equals("kcl");
    String host = kcl ? "kcl" : "lambda";
    JsonNode deployed = document.path("infrastructure");
    for (String key : kcl ? List.of("mapping") : List.of("service", "network")) {
      if (deployed.has(key)) {
        mistakes.add(
            "infrastructure.%s: has no effect with relay.host \"%s\"; remove it"
                .formatted(key, host));
      }
    }
    if (kcl && document.path("relay").has("batchSize")) {
      mistakes.add("relay.batchSize: has no effect with relay.host \"kcl\"; remove it");
    }
    JsonNode alarms = deployed.path("alarms");
    if (alarms.has("topicArn") && alarms.has("email")) {
      mistakes.add(
          "infrastructure.alarms.email: subscribes a topic that is made, and topicArn names one"
              + " that exists; remove one of them");
    }
  }

  private static void table(JsonNode document, List<String> mistakes) {
    String name = document.path("table").path("name").asText();
    JsonNode deployed = document.path("infrastructure").path("table");
    if (deployed.path("encryption").asText().equals("customer")
        && !document.path("infrastructure").has("region")) {
      mistakes.add(
          "infrastructure.table.encryption: \"customer\" needs infrastructure.region, for the CDK");
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
