package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.dynamooutbox.aws.targets.ResourceKind;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awscdk.services.kinesis.CfnStream;
import software.amazon.awscdk.services.sqs.CfnQueue;
import software.constructs.IConstruct;

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

  /** Says what the relay's own examination of a queue says. */
  static void limits(Deployment deployment, Consumer<String> problems) {
    for (TargetSettings target : deployment.config().targets()) {
      Given.Resource given = deployment.given().targets().get(target.name());
      if (given != null) {
        IConstruct made = given.construct().getNode().getDefaultChild();
        // Without a setting, events may be small enough; "doctor" compares a queue with the
        // default.
        int most = target.maxEntryBytes().orElse(0);
        limit(made)
            .filter(limit -> limit < most)
            .ifPresent(
                limit ->
                    problems.accept(
                        "targets.%1$s: accepts messages up to %2$d bytes, but maxEntryBytes is %3$d: a larger event would be refused; set targets.%1$s.maxEntryBytes to %2$d, or raise the limit of what is given"
                            .formatted(target.name(), limit, most)));
      }
    }
  }

  /** In bytes, of what the app makes, if that is known now. */
  private static Optional<Integer> limit(@Nullable IConstruct made) {
    if (made instanceof CfnQueue queue) {
      return number(queue, queue.getMaximumMessageSize(), OutboxTargets.SQS_BYTES);
    }
    if (made instanceof CfnStream stream) {
      return number(stream, stream.getMaxRecordSizeInKiB(), OutboxTargets.KINESIS_BYTES / 1024)
          .map(kibibytes -> kibibytes * 1024);
    }
    return Optional.empty();
  }

  private static Optional<Integer> number(
      IConstruct made, @Nullable Number setting, int otherwise) {
    return setting == null
        ? Optional.of(otherwise)
        : Optional.of(TableShape.json(made, setting))
            .filter(JsonNode::isNumber)
            .map(JsonNode::asInt);
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
