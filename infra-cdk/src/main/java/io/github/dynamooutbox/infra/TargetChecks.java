package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.dynamooutbox.aws.targets.ResourceKind;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Finds targets that cannot be created or reached, or that are configured twice. */
final class TargetChecks {
  private TargetChecks() {}

  static void kinds(Deployment deployment, Consumer<String> problems) {
    for (Map.Entry<String, JsonNode> target : deployment.document().path("targets").properties()) {
      if (!TargetSettings.isKnown(target.getValue())) {
        problems.accept(
            "targets.%s.type: the stack knows no resources and rights of type %s; deploy a relay with this target yourself, or reach it from a target that the stack knows; see docs/own-targets.md#deploying-it"
                .formatted(target.getKey(), target.getValue().path("type")));
      }
    }
  }

  static void creatable(Deployment deployment, Consumer<String> problems) {
    for (TargetSettings target : deployment.config().targets()) {
      if (target.arn().isEmpty()) {
        target.kind().resource().ifPresent(resource -> creatable(target, resource, problems));
      }
    }
  }

  private static void creatable(
      TargetSettings target, ResourceKind resource, Consumer<String> problems) {
    String name = target.resourceName().orElse("");
    String key = "targets.%s.%s".formatted(target.name(), resource.name().name());
    if (!OutboxTargets.creates(resource)) {
      problems.accept(
          "%s: the stack does not create such a resource; create it, and give its %s"
              .formatted(key, resource.arn().name()));
    } else if (resource.cloudFormation().equals(OutboxTargets.BUS)) {
      if (name.equals("default")) {
        problems.accept(
            key + ": \"default\" exists in every account and cannot be created; give its busArn");
      } else if (name.contains("/")) {
        problems.accept(
            "%s: \"%s\" cannot be created: only partners' buses have / in their names; give its busArn, or leave / out"
                .formatted(key, name));
      }
    }
  }

  static void once(Deployment deployment, Consumer<String> problems) {
    Map<String, String> owners = new HashMap<>();
    for (TargetSettings target : deployment.config().targets()) {
      target
          .kind()
          .resource()
          .ifPresent(
              resource -> {
                String path = path(deployment, target, resource);
                String other = owners.putIfAbsent(identity(deployment, target, resource), path);
                if (other != null) {
                  problems.accept(
                      "%s: is the same as %s, and would receive each event twice; keep one of the targets, with the routes of both"
                          .formatted(path, other));
                }
              });
    }
  }

  private static String path(Deployment deployment, TargetSettings target, ResourceKind resource) {
    String path = "targets." + target.name();
    return deployment.given().targets().containsKey(target.name())
        ? path
        : path + "." + (target.arn().isPresent() ? resource.arn() : resource.name()).name();
  }

  /** In its account, the name identifies it; what the app makes without a name has a path. */
  private static String identity(
      Deployment deployment, TargetSettings target, ResourceKind resource) {
    String kind = resource.cloudFormation() + " ";
    Given.Resource given = deployment.given().targets().get(target.name());
    if (given != null) {
      Used used = given.used(target.name());
      return given
          .name(resource)
          .map(name -> kind + owner(deployment, resource, used.account()) + name)
          .orElse(used.identity());
    }
    if (target.arn().isEmpty()) {
      return kind + target.resourceName().orElse("");
    }
    Arn arn = Arn.of("", target.arn().get());
    return kind
        + owner(deployment, resource, Optional.of(arn.account()))
        + arn.name().substring(resource.beforeName().length());
  }

  /** Empty in the stack's own account. */
  private static String owner(
      Deployment deployment, ResourceKind resource, Optional<String> account) {
    return resource.isUniqueEverywhere() || account.equals(deployment.account())
        ? ""
        : account.map(other -> other + " ").orElse("");
  }

  static void alarms(Deployment deployment, Consumer<String> problems) {
    Optional<Used> topic = deployment.used().stream().filter(Used::isAlarmTopic).findFirst();
    deployment.used().stream()
        .filter(Used::isTarget)
        .filter(target -> topic.filter(target::isSame).isPresent())
        .forEach(
            target ->
                problems.accept(
                    "%s: is also %s, so that its subscribers would get alarms as if they were events; name another topic"
                        .formatted(topic.orElseThrow().path(), target.path())));
    deployment
        .given()
        .alarms()
        .filter(given -> Boolean.TRUE.equals(given.getFifo()))
        .ifPresent(
            fifo ->
                problems.accept(
                    "alarmTopic: is a FIFO topic, which CloudWatch cannot notify; give a standard"
                        + " one"));
  }

  static void credentials(Deployment deployment, Consumer<String> problems) {
    for (Map.Entry<String, JsonNode> target : deployment.document().path("targets").properties()) {
      if (target.getValue().path("authentication").has("credentialsVariable")) {
        problems.accept(
            "targets.%s.authentication.credentialsVariable: the stack puts no credentials into variables, where everybody who may look at the function would see them; name a parameter or secret with credentialsParameter"
                .formatted(target.getKey()));
      }
    }
  }
}
