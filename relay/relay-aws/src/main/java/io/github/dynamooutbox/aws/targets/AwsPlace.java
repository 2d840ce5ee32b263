package io.github.dynamooutbox.aws.targets;

import java.util.Map;

/**
 * The place of resources that are configured by name.
 *
 * @param partition {@code aws}, {@code aws-cn} and so on
 */
public record AwsPlace(String partition, String region, String account) {
  /** What regions of other partitions than {@code aws} begin with. Without the SDK. */
  private static final Map<String, String> PARTITIONS =
      Map.of(
          "cn-", "aws-cn",
          "us-gov-", "aws-us-gov",
          "us-iso-", "aws-iso",
          "us-isob-", "aws-iso-b",
          "eu-isoe-", "aws-iso-e",
          "us-isof-", "aws-iso-f",
          "eu-isof-", "aws-iso-f",
          "eusc-", "aws-eusc");

  /** The partition of a region; {@code aws} unless its name is that of another one. */
  public static String partitionOf(String region) {
    return PARTITIONS.entrySet().stream()
        .filter(partition -> region.startsWith(partition.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse("aws");
  }

  /** The place of a resource. */
  public static AwsPlace of(String arn) {
    String[] parts = arn.split(":", 6);
    return new AwsPlace(parts[1], parts[3], parts[4]);
  }

  /**
   * The ARN of a resource here.
   *
   * @param service the service's name in ARNs, for example {@code kinesis}
   * @param resource what follows the account, for example {@code stream/orders}
   */
  public String arn(String service, String resource) {
    return String.join(":", "arn", partition, service, region, account, resource);
  }
}
