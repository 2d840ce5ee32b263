package io.github.dynamooutbox.infra;

import java.util.List;
import java.util.Map;
import software.constructs.Construct;

/**
 * How the relay gets the resolved configuration: by its environment up to 3 KB.
 *
 * <p>It is what synthesis has checked, with ARNs in place of names.
 */
public final class ConfigHandover extends Construct {
  /** Lambda allows 4 KB for all variables together; the rest is for others. */
  static final int MAX_ENVIRONMENT_BYTES = 3072;

  /** No region, partition and account take more than these. */
  private static final String LONGEST_ARN = "arn:aws-us-gov:kinesis:ap-southeast-1:123456789012:";

  private final String service;
  private final Map<String, String> environment;

  public ConfigHandover(Construct scope, String id, OutboxConfig config, Targets targets) {
    super(scope, id);
    service = config.table().name();
    int bytes = bytes(config, targets);
    if (bytes > MAX_ENVIRONMENT_BYTES) {
      throw new ConfigException(
          List.of(
              ("the document takes %d bytes for the relay; a function's environment has room for"
                      + " %d. Merge routes, or name fewer targets")
                  .formatted(bytes, MAX_ENVIRONMENT_BYTES)));
    }
    environment = Map.of("OUTBOX_CONFIG", config.resolved(targets.arns()));
  }

  /** The dimension {@code Service} of the metrics: the table's name. */
  public String service() {
    return service;
  }

  /** The variables that tell a relay where its configuration is. */
  public Map<String, String> environment() {
    return environment;
  }

  /** Lets a relay read it. */
  void allow(RelayRole relay) {}

  /** How large the document is once deployed, at most: now it holds tokens of the CDK. */
  private static int bytes(OutboxConfig config, Targets targets) {
    int placeholders =
        config.targets().stream()
            .mapToInt(
                target ->
                    target
                        .arn()
                        .map(String::length)
                        .orElseGet(
                            () ->
                                LONGEST_ARN.length()
                                    + target.type().beforeName().length()
                                    + target.resourceName().orElse("").length()))
            .sum();
    int tokens = targets.arns().values().stream().mapToInt(String::length).sum();
    return config.resolved(targets.arns()).length() - tokens + placeholders;
  }
}
