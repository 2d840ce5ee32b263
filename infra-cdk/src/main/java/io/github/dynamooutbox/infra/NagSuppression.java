package io.github.dynamooutbox.infra;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awscdk.CfnResource;
import software.constructs.Construct;
import software.constructs.IConstruct;

/**
 * Notes in a resource's metadata why it does not follow a rule of cdk-nag. Written in cdk-nag's
 * form, without depending on it.
 */
final class NagSuppression {
  private static final String METADATA = "cdk_nag";

  private NagSuppression() {}

  /** For every resource below the construct. */
  static void because(Construct construct, String rule, String reason) {
    note(construct, suppression(rule, reason));
  }

  /**
   * Exactly one wildcard in the permissions below the construct.
   *
   * @param finding what cdk-nag calls it: a regular expression
   */
  static void wildcard(Construct construct, String finding, String reason) {
    Map<String, Object> suppression = suppression("AwsSolutions-IAM5", reason);
    suppression.put("applies_to", List.of(Map.of("regex", "/^" + finding + "$/")));
    note(construct, suppression);
  }

  /** Sorted: the order of {@link Map#of} differs from one synthesis to the next. */
  private static Map<String, Object> suppression(String rule, String reason) {
    return new TreeMap<>(Map.of("id", rule, "reason", reason));
  }

  private static void note(Construct construct, Map<String, Object> suppression) {
    for (IConstruct each : construct.getNode().findAll()) {
      if (each instanceof CfnResource resource) {
        note(resource, suppression);
      }
    }
  }

  private static void note(CfnResource resource, Map<String, Object> suppression) {
    List<Object> rules = new ArrayList<>();
    if (resource.getMetadata(METADATA) instanceof Map<?, ?> earlier
        && earlier.get("rules_to_suppress") instanceof List<?> noted) {
      rules.addAll(noted);
    }
    rules.add(suppression);
    resource.addMetadata(METADATA, Map.of("rules_to_suppress", rules));
  }
}
