package io.github.dynamooutbox.aws.targets;

/**
 * The place of resources that are configured by name.
 *
 * @param partition {@code aws}, {@code aws-cn} and so on
 */
public record AwsPlace(String partition, String region, String account) {
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
