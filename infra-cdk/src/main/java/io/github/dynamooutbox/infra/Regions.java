package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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

  private final List<String> mistakes = new ArrayList<>();

  private Regions() {}

  static List<String> mistakes(JsonNode document) {
    Regions regions = new Regions();
    regions.named(document);
    regions.arns(document);
    return regions.mistakes;
  }

  /** For the whole document: each replica is a stack of its own. */
  static List<String> ofReplicas(JsonNode replicas) {
    Regions regions = new Regions();
    replicas
        .fieldNames()
        .forEachRemaining(
            region -> regions.exists("infrastructure.table.replicas." + region, region));
    return regions.mistakes;
  }

  private void named(JsonNode document) {
    JsonNode deployed = document.path("infrastructure");
    if (deployed.has("region")) {
      exists("infrastructure.region", deployed.path("region").asText());
    }
    JsonNode relayed = document.at("/relay/regions");
    for (int i = 0; i < relayed.size(); i++) {
      exists("relay.regions[%d]".formatted(i), relayed.path(i).asText());
    }
  }

  private void arns(JsonNode document) {
    List<Arn> arns = Arn.all(document);
    if (arns.isEmpty()) {
      return;
    }
    JsonNode deployed = document.path("infrastructure");
    String region =
        deployed
            .path("region")
            .asText(
                arns.stream()
                    .map(Arn::region)
                    .filter(named -> !named.isEmpty())
                    .findFirst()
                    .orElse(""));
    for (Arn arn : arns) {
      if (region.isEmpty()) {
        continue;
      }
      // A bucket's ARN names no region.
      if (!arn.region().isEmpty() && !arn.region().equals(region)) {
        mistakes.add(
            "%s: is in region %s, but the relay runs in %s and reaches no other region; name one in that region"
                .formatted(arn.path(), arn.region(), region));
      } else if (exists(arn.path(), region)
          && !arn.partition().equals(Known.PARTITIONS.get(region))) {
        mistakes.add(
            "%s: is in partition %s, but region %s is in %s; begin with arn:%s:"
                .formatted(
                    arn.path(),
                    arn.partition(),
                    region,
                    Known.PARTITIONS.get(region),
                    Known.PARTITIONS.get(region)));
      }
      String account = deployed.path("account").asText(arn.account());
      if (arn.path().equals("infrastructure.table.tableArn") && !arn.account().equals(account)) {
        mistakes.add(
            "%s: is in account %s, but infrastructure.account is %s; deploy the relay to the account of its table"
                .formatted(arn.path(), arn.account(), account));
      }
    }
  }

  private boolean exists(String path, String region) {
    if (Known.PARTITIONS.containsKey(region)) {
      return true;
    }
    String area = region.replaceFirst("-.*", "-");
    String near =
        Known.PARTITIONS.keySet().stream()
            .filter(known -> known.startsWith(area))
            .collect(Collectors.joining(", "));
    mistakes.add(
        "%s: there is no region \"%s\"; this version of aws-cdk-lib knows: %s"
            .formatted(
                path,
                region,
                near.isEmpty() ? String.join(", ", Known.PARTITIONS.keySet()) : near));
    return false;
  }
}
