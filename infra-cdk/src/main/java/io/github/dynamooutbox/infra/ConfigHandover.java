package io.github.dynamooutbox.infra;

import io.github.dynamooutbox.aws.targets.ResourceKind;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.Token;
import software.amazon.awscdk.services.ssm.ParameterTier;
import software.amazon.awscdk.services.ssm.StringParameter;
import software.constructs.Construct;

/**
 * How the relay gets the resolved configuration: in its environment up to 3 KB, and in a parameter
 * of Systems Manager beyond that.
 *
 * <p>It is what synthesis has checked, with ARNs in place of names. A parameter is never changed:
 * its name contains a hash of its content, so a version of the function keeps the configuration it
 * was deployed with until it is gone.
 */
public final class ConfigHandover extends Construct {
  /**
   * Not read by the relay. What it reads is behind references, which look the same to the CDK for
   * every document: without this literal a function would keep its version, and its alias the
   * routes of the previous one.
   */
  private static final String HASH = "OUTBOX_CONFIG_HASH";

  /** Lambda allows 4 KB for all variables together; the rest is left for others. */
  static final int MAX_ENVIRONMENT_BYTES = 3072;

  /** No ARN has a longer partition, service, region and account. */
  private static final String LONGEST_ARN = "arn:aws-us-gov:kinesis:ap-southeast-1:123456789012:";

  /** No target's name is longer. */
  private static final int LONGEST_NAME = 256;

  /** What a standard parameter holds. */
  private static final int STANDARD_BYTES = 4096;

  /** What any parameter holds. */
  private static final int MAX_BYTES = 8192;

  private final String service;
  private final TreeMap<String, String> environment;
  private final Optional<StringParameter> parameter;

  public ConfigHandover(Construct scope, String id, OutboxConfig config, OutboxTargets targets) {
    super(scope, id);
    service = config.table().name();
    int bytes = bytes(config, targets);
    if (bytes > MAX_BYTES) {
      throw new ConfigException(
          List.of(
              ("the document takes %d bytes for the relay; a parameter has room for %d. Merge"
                      + " routes, or name fewer targets")
                  .formatted(bytes, MAX_BYTES)));
    }
    String resolved = config.resolved(targets.arns());
    environment = new TreeMap<>(Map.of(HASH, config.hash()));
    if (bytes <= MAX_ENVIRONMENT_BYTES) {
      parameter = Optional.empty();
      environment.put("OUTBOX_CONFIG", resolved);
    } else {
      StringParameter made =
          StringParameter.Builder.create(this, "Parameter")
              .description("What the outbox relay of " + service + " relays, and to where")
              .parameterName("/outbox/%s/%s".formatted(stackName(), config.hash()))
              .stringValue(resolved)
              .tier(bytes <= STANDARD_BYTES ? ParameterTier.STANDARD : ParameterTier.ADVANCED)
              .build();
      parameter = Optional.of(made);
      environment.put("OUTBOX_CONFIG_SSM_PARAMETER", made.getParameterName());
    }
  }

  /** A nested stack's own name is not known before the deployment; its address is its alone. */
  private String stackName() {
    Stack stack = Stack.of(this);
    if (stack.getNestedStackParent() == null) {
      return stack.getStackName();
    }
    Stack parent = stack;
    while (parent.getNestedStackParent() != null) {
      parent = parent.getNestedStackParent();
    }
    return parent.getStackName() + "/" + stack.getNode().getAddr();
  }

  /** The dimension {@code Service} of the metrics: the table's name. */
  public String service() {
    return service;
  }

  /** The variables that tell a relay where its configuration is. */
  public Map<String, String> environment() {
    return Collections.unmodifiableMap(environment);
  }

  /** Lets a relay read it. */
  void allow(Rights relay) {
    parameter.ifPresent(
        used -> relay.allow(List.of("ssm:GetParameter"), List.of(used.getParameterArn())));
  }

  /**
   * Upper bound on the document's size once deployed: during synthesis it contains tokens of the
   * CDK.
   */
  private static int bytes(OutboxConfig config, OutboxTargets targets) {
    int placeholders =
        config.targets().stream()
            .mapToInt(target -> target.kind().resource().map(kind -> bytes(target, kind)).orElse(0))
            .sum();
    int tokens = targets.arns().values().stream().mapToInt(ConfigHandover::bytes).sum();
    return bytes(config.resolved(targets.arns())) - tokens + placeholders;
  }

  private static int bytes(TargetSettings target, ResourceKind kind) {
    return target
        .arn()
        .filter(arn -> !Token.isUnresolved(arn))
        .map(ConfigHandover::bytes)
        .orElseGet(
            () ->
                bytes(LONGEST_ARN)
                    + bytes(kind.beforeName())
                    + target.resourceName().map(ConfigHandover::bytes).orElse(LONGEST_NAME));
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
