package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.config.RelaySettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import software.amazon.awscdk.regioninfo.RegionInfo;

/** Checks that regions exist, and that what belongs together is in one of them. */
final class Regions {
  /** Loaded only if a document names a region, because that starts the CDK. */
  private static final class Known {
    static final Map<String, String> PARTITIONS =
        RegionInfo.getRegions().stream()
            .collect(
                Collectors.toMap(
                    RegionInfo::getName,
                    region -> String.valueOf(region.getPartition()),
                    (one, other) -> one,
                    TreeMap::new));
  }

  private Regions() {}

  static void named(Deployment deployment, Consumer<String> problems) {
    if (deployment.infrastructure().has("region")) {
      exists(
          "infrastructure.region", deployment.infrastructure().path("region").asText(), problems);
    }
    JsonNode relayed = deployment.document().at("/relay/regions");
    for (int i = 0; i < relayed.size(); i++) {
      exists("relay.regions[%d]".formatted(i), relayed.path(i).asText(), problems);
    }
  }

  /** For the whole document: each replica is a stack of its own. */
  static List<String> ofReplicas(JsonNode replicas) {
    List<String> problems = new ArrayList<>();
    replicas
        .fieldNames()
        .forEachRemaining(
            region -> exists("infrastructure.table.replicas." + region, region, problems::add));
    return problems;
  }

  static void used(Deployment deployment, Consumer<String> problems) {
    Optional<String> likely = deployment.likelyRegion();
    if (likely.isEmpty()) {
      return;
    }
    String region = likely.get();
    image(deployment, region, problems);
    for (Used used : deployment.used()) {
      // A bucket's ARN names no region.
      if (used.region().filter(other -> !other.equals(region)).isPresent()) {
        problems.accept(
            "%s: is in region %s, but the relay runs in %s and reaches no other region; name one in that region"
                .formatted(used.path(), used.region().get(), region));
      } else if (used.partition().isPresent() && exists(used.path(), region, problems)) {
        String partition = Known.PARTITIONS.get(region);
        if (!used.partition().get().equals(partition)) {
          problems.accept(
              "%s: is in partition %s, but region %s is in %s; begin with arn:%s:"
                  .formatted(used.path(), used.partition().get(), region, partition, partition));
        }
      }
    }
  }

  /** Registries are reached across regions, but not across partitions. */
  private static void image(Deployment deployment, String region, Consumer<String> problems) {
    Optional<String> registry =
        deployment
            .config()
            .service()
            .image()
            .flatMap(RelayImage::region)
            .map(Known.PARTITIONS::get);
    String partition = Known.PARTITIONS.get(region);
    if (registry.isPresent() && partition != null && !partition.equals(registry.get())) {
      problems.accept(
          "infrastructure.service.image: is in partition %s, but region %s is in %s; push it to a registry there"
              .formatted(registry.get(), region, partition));
    }
  }

  /** Tables are named without their account. */
  static void accounts(Deployment deployment, Consumer<String> problems) {
    List<Used> tables =
        deployment.used().stream()
            .filter(used -> used.isTable() || used.isControlTable())
            .filter(used -> used.account().isPresent())
            .toList();
    Optional<String> account =
        deployment.account().or(() -> tables.stream().findFirst().flatMap(Used::account));
    for (Used table : tables) {
      if (!table.account().equals(account)) {
        problems.accept(
            "%s: is in account %s, but the relay runs in %s; deploy the relay to the account of its tables"
                .formatted(table.path(), table.account().orElseThrow(), account.orElseThrow()));
      }
    }
  }

  static void zones(Deployment deployment, Consumer<String> problems) {
    Optional<String> region = deployment.likelyRegion();
    List<String> zones = deployment.zones().toList();
    for (int i = 0; i < zones.size(); i++) {
      if (region.isPresent() && !zones.get(i).matches(zoneOf(region.get()))) {
        problems.accept(
            "infrastructure.network.availabilityZones[%d]: \"%s\" is not a zone of the relay's region, %s"
                .formatted(i, zones.get(i), region.get()));
      }
    }
  }

  static void standby(Deployment deployment, Consumer<String> problems) {
    Optional<String> own = deployment.likelyRegion();
    if (own.isEmpty() || !deployment.document().at("/relay").has("regions")) {
      return;
    }
    RelaySettings relay = RelayConfig.parse(deployment.document().toString()).relay();
    relay.silentIn(own.get()).map("relay.regions: "::concat).ifPresent(problems);
    if (relay.standby() && relay.regions().contains(own.get())) {
      problems.accept(
          "relay.standby: has no effect where relay.regions contains the relay's own region, %s; remove it"
              .formatted(own.get()));
    }
  }

  static void replicas(Deployment deployment, Consumer<String> problems) {
    JsonNode deployed = deployment.infrastructure();
    if (deployed.has("environments")) {
      problems.accept("infrastructure.environments: cannot be used inside another overlay");
    }
    if (deployed.path("table").has("replicas")) {
      problems.accept("infrastructure.table.replicas: cannot be used inside another overlay");
    }
    List<String> regions = deployment.replication().regions();
    if (regions.isEmpty()) {
      return;
    }
    String path = "infrastructure.table.replicas";
    String own = deployed.path("region").asText();
    if (own.isEmpty()) {
      problems.accept("infrastructure.region: is missing; a table with replicas needs it");
    } else if (regions.contains(own)) {
      problems.accept("%s.%s: is the table's own region; remove it".formatted(path, own));
    }
    Optional<String> partition = Optional.ofNullable(Known.PARTITIONS.get(own));
    for (String region : regions) {
      Optional<String> other = Optional.ofNullable(Known.PARTITIONS.get(region));
      if (partition.isPresent() && other.isPresent() && !other.equals(partition)) {
        problems.accept(
            "%s.%s: is in partition %s, and the table in %s; replicas of a table are in one partition"
                .formatted(path, region, other.get(), partition.get()));
      }
    }
    if (deployed.path("table").path("encryption").asText().equals("customer")) {
      problems.accept(
          "infrastructure.table.encryption: \"customer\" is impossible with replicas, because a key"
              + " belongs to one region; choose aws-owned or aws-managed");
    }
    if (deployed.path("table").has("kmsKeyArn")) {
      problems.accept(
          "infrastructure.table.kmsKeyArn: is impossible with replicas, because a key belongs to one"
              + " region; remove it");
    }
    if (deployed.path("table").has("tableArn")) {
      problems.accept(path + ": an existing table is not changed; replicate it where it is made");
    }
  }

  /** The region of an availability zone: eu-west-1 of eu-west-1a. Empty if it is not known. */
  static Optional<String> ofZone(String zone) {
    return Known.PARTITIONS.keySet().stream()
        .filter(region -> zone.matches(zoneOf(region)))
        .findFirst();
  }

  private static String zoneOf(String region) {
    return region + "([a-z]|-[a-z].*)";
  }

  private static boolean exists(String path, String region, Consumer<String> problems) {
    if (Known.PARTITIONS.containsKey(region)) {
      return true;
    }
    String area = region.replaceFirst("-.*", "-");
    String near =
        Known.PARTITIONS.keySet().stream()
            .filter(known -> known.startsWith(area))
            .collect(Collectors.joining(", "));
    problems.accept(
        "%s: there is no region \"%s\"; this version of aws-cdk-lib knows: %s"
            .formatted(
                path,
                region,
                near.isEmpty() ? String.join(", ", Known.PARTITIONS.keySet()) : near));
    return false;
  }
}
