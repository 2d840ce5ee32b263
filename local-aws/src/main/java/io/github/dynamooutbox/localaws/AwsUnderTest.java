package io.github.dynamooutbox.localaws;

import java.net.URI;
import java.util.Optional;
import java.util.UUID;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.regions.Region;

/**
 * Which AWS the tests are to use: the one at {@code -Doutbox.aws.endpoint=URL}, or, without that
 * property, servers that each test starts for itself.
 *
 * <p>At an endpoint, the region is that of {@code -Doutbox.aws.region} and the credentials are the
 * environment's, if {@code AWS_ACCESS_KEY_ID} is set.
 */
public final class AwsUnderTest {
  /** Names the endpoint. */
  public static final String ENDPOINT = "outbox.aws.endpoint";

  private AwsUnderTest() {}

  /** The endpoint that was asked for; empty if tests start their own servers. */
  public static Optional<URI> endpoint() {
    return Optional.of(System.getProperty(ENDPOINT, ""))
        .filter(url -> !url.isEmpty())
        .map(URI::create);
  }

  public static Region region() {
    return Region.of(System.getProperty("outbox.aws.region", LocalClients.REGION.id()));
  }

  public static AwsCredentialsProvider credentials() {
    return System.getenv("AWS_ACCESS_KEY_ID") == null
        ? LocalClients.credentials()
        : DefaultCredentialsProvider.builder().build();
  }

  /** A name that nothing else has, recognisable as that of a test. */
  public static String unique(String what) {
    return "outbox-it-" + what + '-' + UUID.randomUUID().toString().substring(0, 8);
  }
}
