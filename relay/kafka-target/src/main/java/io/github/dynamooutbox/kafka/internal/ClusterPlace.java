package io.github.dynamooutbox.kafka.internal;

import io.github.dynamooutbox.aws.targets.AwsPlace;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks partition and region in the ARN of an Amazon MSK cluster. With a wrong ARN the relay would
 * be allowed to use a cluster that it does not connect to, and be refused by the one that it does.
 */
final class ClusterPlace {
  /** Amazon MSK developer guide, "Get the bootstrap brokers for an Amazon MSK cluster". */
  private static final Pattern BROKER =
      Pattern.compile(
          "[a-z0-9.-]+\\.kafka(?:-serverless)?\\.([a-z0-9-]+)\\.amazonaws\\.com(?:\\.cn)?:[0-9]+",
          Pattern.CASE_INSENSITIVE);

  private ClusterPlace() {}

  /**
   * Returns what is wrong with the ARN and how to correct it. Brokers whose names are not those of
   * MSK are not compared.
   */
  static Optional<String> problem(String clusterArn, List<String> servers) {
    AwsPlace place = AwsPlace.of(clusterArn);
    String partition = AwsPlace.partitionOf(place.region());
    if (!place.partition().equals(partition)) {
      return Optional.of(
          "is in partition %s, but region %s is in %s; begin with arn:%s:"
              .formatted(place.partition(), place.region(), partition, partition));
    }
    for (String server : servers) {
      Matcher broker = BROKER.matcher(server);
      if (broker.matches() && !broker.group(1).equalsIgnoreCase(place.region())) {
        return Optional.of(
            "is in region %s, but broker %s is in %s; give the ARN of the brokers' cluster"
                .formatted(place.region(), server, broker.group(1)));
      }
    }
    return Optional.empty();
  }
}
