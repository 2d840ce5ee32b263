package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.dynamooutbox.infra.AlarmKind.Part;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Finds keys that nothing reads, although they look as if they did something: those of parts that
 * the stack lacks. A test compares templates, key by key.
 */
final class WithoutEffect {
  /** Sections and keys of the infrastructure that one part reads, and no other. */
  private static final Map<String, Part> READERS =
      Map.of(
          "mapping", Part.FUNCTION,
          "service", Part.SERVICE,
          "function", Part.FUNCTIONS,
          "controlTable", Part.CONTROL);

  /** What only functions that publish have; the heartbeat is of a fixed size. */
  private static final List<String> OF_RELAYS =
      List.of("memoryMegabytes", "timeoutSeconds", "tracing");

  private final Deployment deployment;
  private final JsonNode deployed;
  private final Consumer<String> problems;

  private WithoutEffect(Deployment deployment, Consumer<String> problems) {
    this.deployment = deployment;
    this.deployed = deployment.infrastructure();
    this.problems = problems;
  }

  static void keys(Deployment deployment, Consumer<String> problems) {
    WithoutEffect found = new WithoutEffect(deployment, problems);
    READERS.forEach((key, part) -> found.unless(part, key));
    if (found.deployed.path("redrive").asBoolean()) {
      found.unless(Part.CONTROL, "redrive");
    }
    found.ofHost();
    found.table();
    found.heartbeat();
    found.alarms();
    found.network();
    found.archive();
    found.place();
    found.targets();
  }

  private void unless(Part part, String key) {
    if (!deployed.at("/" + key.replace('.', '/')).isMissingNode()) {
      part.lack(deployment).ifPresent(lack -> none("infrastructure." + key, lack));
    }
  }

  private void none(String path, String why) {
    problems.accept("%s: has no effect %s".formatted(path, why));
  }

  private void ofHost() {
    Optional<String> noFunction = Part.FUNCTION.lack(deployment);
    if (deployment.document().path("relay").has("batchSize")) {
      noFunction.ifPresent(lack -> none("relay.batchSize", lack));
    }
    unless(Part.FUNCTION, "function.reservedConcurrency");
    if (noFunction.isPresent() && !deployment.hasControlTable()) {
      OF_RELAYS.stream()
          .filter(key -> deployed.path("function").has(key))
          .forEach(
              key ->
                  none(
                      "infrastructure.function." + key,
                      "with relay.host \"kcl\" and without controlTable; remove it"));
    }
  }

  /** Beside tables that exist. */
  private void table() {
    JsonNode table = deployed.path("table");
    String given =
        deployment.given().table().isPresent()
            ? "beside a table that is given"
            : "beside infrastructure.table.tableArn, which names an existing table";
    if (!deployment.makesTable() && !deployment.replication().isReplica()) {
      for (String key : List.of("indexes", "maxReadUnits", "maxWriteUnits", "replicas")) {
        if (table.has(key)) {
          none("infrastructure.table." + key, given + "; remove it");
        }
      }
      if (deployment.given().table().isPresent()) {
        for (String key : List.of("tableArn", "streamArn", "kmsKeyArn")) {
          if (table.has(key)) {
            none("infrastructure.table." + key, given + "; remove it");
          }
        }
      }
      if (!deployment.makesTables()) {
        for (String key : List.of("encryption", "deletionProtection")) {
          if (table.has(key) && !(key.equals("encryption") && deployed.has("payloads"))) {
            none(
                "infrastructure.table." + key, given + ", where no other table is made; remove it");
          }
        }
      }
    }
    if (table.has("retain")
        && !deployment.makesTables()
        && deployment.config().targets().stream()
            .allMatch(target -> target.arn().isPresent() || target.resourceName().isEmpty())) {
      none("infrastructure.table.retain", "where no table and no target is made; remove it");
    }
    boolean hasKey = deployment.given().key().isPresent();
    if (table.has("encryption")
        && (deployment.makesTable()
            ? hasKey || table.has("kmsKeyArn")
            : hasKey && deployment.makesTables() && !deployed.has("payloads"))) {
      none(
          "infrastructure.table.encryption",
          "beside %s; remove it"
              .formatted(
                  table.has("kmsKeyArn")
                      ? "infrastructure.table.kmsKeyArn"
                      : "a key that is given"));
    }
    if (hasKey && table.has("kmsKeyArn")) {
      none("infrastructure.table.kmsKeyArn", "beside a key that is given; remove one of them");
    }
    if (hasKey && !deployment.makesTables() && !deployed.has("payloads")) {
      none("key", "where no table is made; remove it");
    }
    if (deployment.given().control().isPresent() && deployed.has("controlTable")) {
      none("infrastructure.controlTable", "beside a control table that is given; remove it");
    }
  }

  private void heartbeat() {
    if (deployed.path("heartbeat").has("everyMinutes")) {
      Part.HEARTBEAT
          .lack(deployment)
          .ifPresent(lack -> none("infrastructure.heartbeat.everyMinutes", lack));
    }
  }

  private void alarms() {
    JsonNode alarms = deployed.path("alarms");
    boolean isGiven = deployment.given().alarms().isPresent();
    if (!alarms.path("enabled").asBoolean(true)) {
      if (alarms.size() > 1) {
        problems.accept(
            "infrastructure.alarms.enabled: is false, so nothing else in infrastructure.alarms has"
                + " an effect; remove one or the other");
      }
      if (isGiven) {
        none("alarmTopic", "where infrastructure.alarms.enabled is false; remove one or the other");
      }
      return;
    }
    alarms
        .fieldNames()
        .forEachRemaining(
            key -> {
              List<Part> watched =
                  Arrays.stream(AlarmKind.values())
                      .filter(kind -> kind.key().equals(key))
                      .map(AlarmKind::part)
                      .toList();
              if (!watched.isEmpty()
                  && watched.stream().allMatch(part -> part.lack(deployment).isPresent())) {
                none("infrastructure.alarms." + key, watched.get(0).lack(deployment).orElseThrow());
              }
            });
    if (alarms.has("topicArn") && alarms.has("email")) {
      problems.accept(
          "infrastructure.alarms.email: subscribes to a new topic, but topicArn names an existing"
              + " one; remove one of them");
    }
    if (isGiven) {
      for (String key : List.of("topicArn", "email")) {
        if (alarms.has(key)) {
          none(
              "infrastructure.alarms." + key,
              "beside an alarm topic that is given; remove one of them");
        }
      }
    }
  }

  private void network() {
    if (deployment.given().vpc().isPresent() && deployed.has("network")) {
      none("infrastructure.network", "beside a VPC that is given; remove one of them");
    }
    for (Map.Entry<String, JsonNode> target : deployment.document().path("targets").properties()) {
      if (target.getValue().has("securityGroupId") && !deployment.hasNetwork()) {
        none(
            "targets.%s.securityGroupId".formatted(target.getKey()),
            "without infrastructure.network, the VPC from which the brokers are reached; add it, or"
                + " remove securityGroupId");
      }
    }
  }

  /** What a resource that exists keeps as it is. */
  private void targets() {
    for (TargetSettings target : deployment.config().targets()) {
      String key = "retentionDays";
      if (target.arn().isPresent()
          && deployment.document().path("targets").path(target.name()).has(key)) {
        none(
            "targets.%s.%s".formatted(target.name(), key),
            "on a resource that exists; set it there, and remove it");
      }
    }
  }

  private void archive() {
    boolean isMade =
        deployment.config().targets().stream()
            .filter(target -> target.arn().isEmpty())
            .flatMap(target -> target.kind().resource().stream())
            .anyMatch(resource -> resource.cloudFormation().equals(OutboxTargets.BUCKET));
    if (deployed.has("archive") && !isMade) {
      none(
          "infrastructure.archive",
          "without a target of type s3 with bucketName, whose bucket is made; remove it");
    }
  }

  /** In a construct, its stack says where it is and what it is called. */
  private void place() {
    if (deployment.given().isTyped()) {
      for (String key : List.of("account", "region", "stackName")) {
        if (deployed.has(key)) {
          none(
              "infrastructure." + key,
              "in a construct, whose stack decides it; set it there, and remove it");
        }
      }
    }
  }

  static void archive(Deployment deployment, Consumer<String> problems) {
    JsonNode archive = deployment.infrastructure().path("archive");
    int cold = archive.path("coldAfterDays").asInt();
    int retention = archive.path("retentionDays").asInt(Integer.MAX_VALUE);
    if (retention <= cold) {
      problems.accept(
          "infrastructure.archive.retentionDays: %d must be above coldAfterDays, %d"
              .formatted(retention, cold));
    }
  }
}
