package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.dynamooutbox.aws.targets.ResourceKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds targets that cannot be created, or that are configured twice. */
final class TargetChecks {
  private final Map<String, String> owners = new HashMap<>();
  private final List<String> mistakes = new ArrayList<>();
  private final String account;

  private TargetChecks(String account) {
    this.account = account;
  }

  static List<String> mistakes(JsonNode document) {
    TargetChecks checks = new TargetChecks(document.at("/infrastructure/account").asText());
    document
        .path("targets")
        .properties()
        .forEach(target -> checks.check(target.getKey(), target.getValue()));
    return checks.mistakes;
  }

  private void check(String name, JsonNode target) {
    if (TargetSettings.isKnown(target)) {
      check(TargetSettings.of(name, target));
    } else {
      mistakes.add(
          "targets.%s.type: the stack knows no resources and rights of type %s; deploy a relay with this target yourself, or reach it from a target that the stack knows; see docs/own-targets.md#deploying-it"
              .formatted(name, target.path("type")));
    }
  }

  private void check(TargetSettings target) {
    target.kind().resource().ifPresent(resource -> check(target, resource));
  }

  private void check(TargetSettings target, ResourceKind resource) {
    String path = "targets." + target.name() + ".";
    String kind = resource.cloudFormation() + " ";
    if (target.arn().isPresent()) {
      Arn arn = Arn.of(path + resource.arn().name(), target.arn().get());
      // In this account, the name identifies it.
      String name = arn.name().substring(resource.beforeName().length());
      once(
          arn.path(),
          resource.isUniqueEverywhere() || arn.account().equals(account)
              ? kind + name
              : arn.text());
      return;
    }
    String name = target.resourceName().orElse("");
    String key = path + resource.name().name();
    once(key, kind + name);
    if (!OutboxTargets.creates(resource)) {
      mistakes.add(
          "%s: the stack does not create such a resource; create it, and give its %s"
              .formatted(key, resource.arn().name()));
    } else if (resource.cloudFormation().equals(OutboxTargets.BUS)) {
      if (name.equals("default")) {
        mistakes.add(
            key + ": \"default\" exists in every account and cannot be created; give its busArn");
      } else if (name.contains("/")) {
        mistakes.add(
            "%s: \"%s\" cannot be created: only partners' buses have / in their names; give its busArn, or leave / out"
                .formatted(key, name));
      }
    }
  }

  private void once(String path, String resource) {
    String other = owners.putIfAbsent(resource, path);
    if (other != null) {
      mistakes.add(
          "%s: is the same as %s, and would receive each event twice; keep one of the targets, with the routes of both"
              .formatted(path, other));
    }
  }
}
