package io.github.dynamooutbox.aws.internal.targets;

import io.github.dynamooutbox.aws.targets.AwsPlace;
import io.github.dynamooutbox.aws.targets.TargetFields;
import io.github.dynamooutbox.aws.targets.TextRule;
import java.util.Optional;

/**
 * How a target names its resource: by {@code <kind>Name}, by {@code <kind>Arn}, or by both.
 *
 * @param kind what the configuration keys begin with
 * @param name the form of a name
 * @param arn the form of an ARN
 * @param service the service's name in ARNs
 * @param beforeName what stands between account and name in an ARN
 */
record ResourceName(String kind, TextRule name, TextRule arn, String service, String beforeName) {
  private static final String ARN_START = "arn:aws[a-z-]*:";
  private static final String REGION_AND_ACCOUNT = ":[a-z0-9-]+:[0-9]{12}:";

  /** For the infrastructure: the relay only needs the permission to use the key. */
  private static final String KEY = "kmsKeyArn";

  /** The rule of a service's ARNs; what follows the account is given as an expression. */
  static TextRule arnRule(String service, String resource, String means) {
    return TextRule.of(ARN_START + service + REGION_AND_ACCOUNT + resource, means);
  }

  /** Accepts the KMS key of an encrypted resource without using it. */
  static void skipKey(TargetFields target) {
    target.text(KEY, TextRule.keyArn());
  }

  /** The ARN if present, otherwise the name. */
  String read(TargetFields target) {
    String nameKey = kind + "Name";
    String arnKey = kind + "Arn";
    if (!target.has(nameKey) && !target.has(arnKey)) {
      target.missing(nameKey, "name the " + kind + ", or give its " + arnKey);
    }
    Optional<String> givenName = target.text(nameKey, name);
    Optional<String> givenArn = target.text(arnKey, arn);
    String separator = beforeName.isEmpty() ? ":" : "/";
    if (givenName.isPresent()
        && givenArn.isPresent()
        && !givenArn.get().endsWith(separator + givenName.get())) {
      target.problem(arnKey, "is not the ARN of " + nameKey + " \"" + givenName.get() + "\"");
    }
    // A placeholder, so that the rest of the target is still read and checked.
    return givenArn.or(() -> givenName).orElse("unknown");
  }

  /** The ARN of a resource of which the name or the ARN is known. */
  String arnOf(String nameOrArn, AwsPlace place) {
    return isArn(nameOrArn) ? nameOrArn : place.arn(service, beforeName + nameOrArn);
  }

  static boolean isArn(String nameOrArn) {
    return nameOrArn.startsWith("arn:");
  }
}
