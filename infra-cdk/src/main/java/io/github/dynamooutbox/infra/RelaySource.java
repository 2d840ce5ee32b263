package io.github.dynamooutbox.infra;

import software.amazon.awscdk.services.lambda.Code;

/**
 * What the relay's functions run: which jar, with which configuration.
 *
 * @param code the jar of {@code stream-relay-lambda} for functions
 * @param config the resolved configuration, which may hold tokens of the CDK
 * @param configBytes how large it is once deployed, at most
 * @param service the dimension {@code Service} of the metrics
 */
public record RelaySource(Code code, String config, int configBytes, String service) {
  /** No region, partition and account take more than these. */
  private static final String LONGEST_ARN = "arn:aws-us-gov:kinesis:ap-southeast-1:123456789012:";

  /** From a configuration and what its targets became. */
  static RelaySource of(OutboxConfig config, Targets targets, Code code) {
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
    String resolved = config.resolved(targets.arns());
    return new RelaySource(
        code, resolved, resolved.length() - tokens + placeholders, config.table().name());
  }
}
