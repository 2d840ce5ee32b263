package io.github.dynamooutbox.aws.targets;

import java.util.List;

/**
 * Actions on one resource.
 *
 * @param actions names as in policies, for example {@code sns:Publish}
 * @param resource its ARN
 */
public record TargetRight(List<String> actions, String resource) {
  public TargetRight {
    actions = List.copyOf(actions);
  }
}
