package io.github.dynamooutbox.aws.targets;

import java.util.List;

/**
 * The AWS resource that a target sends to.
 *
 * @param nameOrArn its ARN, or its name if the configuration has only that
 * @param part what follows the ARN where the relay may act on a part only; otherwise empty
 * @param actions all that the relay calls there, as in policies
 */
public record TargetResource(
    ResourceKind kind, String nameOrArn, String part, List<String> actions) {
  public TargetResource {
    actions = List.copyOf(actions);
  }

  /** A whole resource, with all that a relay may call where the kind is. */
  public TargetResource(ResourceKind kind, String nameOrArn) {
    this(kind, nameOrArn, "", kind.actions());
  }

  /** What the relay must be allowed to do there. */
  public List<TargetRight> rights(AwsPlace place) {
    return rights(kind.arnOf(nameOrArn, place));
  }

  /** The same if the deployment knows the resource's ARN. */
  public List<TargetRight> rights(String arn) {
    return List.of(new TargetRight(actions, arn + part));
  }
}
