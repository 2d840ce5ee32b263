package io.github.dynamooutbox.localaws;

import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.core.exception.SdkException;
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

  /** Points a client's builder at an endpoint, with the region and credentials of the tests. */
  public static <B extends AwsClientBuilder<B, C> & AwsSyncClientBuilder<B, C>, C> B configure(
      B builder, URI endpoint) {
    return LocalClients.configure(builder, endpoint)
        .region(region())
        .credentialsProvider(credentials());
  }

  /** What a process needs in its environment to reach an endpoint as these tests do. */
  public static Map<String, String> environment(URI endpoint) {
    Map<String, String> environment = new HashMap<>();
    environment.put("AWS_ENDPOINT_URL", endpoint.toString());
    environment.put("AWS_REGION", region().id());
    AwsCredentials credentials = credentials().resolveCredentials();
    environment.put("AWS_ACCESS_KEY_ID", credentials.accessKeyId());
    environment.put("AWS_SECRET_ACCESS_KEY", credentials.secretAccessKey());
    if (credentials instanceof AwsSessionCredentials session) {
      environment.put("AWS_SESSION_TOKEN", session.sessionToken());
    }
    return environment;
  }

  /** The same as system properties, for clients of the SDK in this JVM. */
  public static Map<String, String> properties(URI endpoint) {
    Map<String, String> environment = environment(endpoint);
    Map<String, String> properties = new HashMap<>();
    properties.put("aws.endpointUrl", endpoint.toString());
    properties.put("aws.region", region().id());
    properties.put("aws.accessKeyId", environment.getOrDefault("AWS_ACCESS_KEY_ID", ""));
    properties.put("aws.secretAccessKey", environment.getOrDefault("AWS_SECRET_ACCESS_KEY", ""));
    Optional.ofNullable(environment.get("AWS_SESSION_TOKEN"))
        .ifPresent(token -> properties.put("aws.sessionToken", token));
    return properties;
  }

  /**
   * Runs checks that the servers of the tests have to pass, and other endpoints may not. At the
   * endpoint under test a failure skips the test; the reason names the ability and what happened.
   *
   * @param skip makes the exception by which the test framework recognizes a skipped test
   */
  public static void mayLack(
      String ability,
      Runnable checks,
      BiFunction<String, Throwable, ? extends RuntimeException> skip) {
    Optional<URI> endpoint = endpoint();
    try {
      checks.run();
    } catch (AssertionError | SdkException e) {
      if (endpoint.isEmpty()) {
        throw e;
      }
      throw skip.apply(
          "The endpoint " + endpoint.get() + " lacks " + ability + ": " + e.getMessage(), e);
    }
  }

  /** A name that nothing else has, recognisable as that of a test. */
  public static String unique(String what) {
    return "outbox-it-" + what + '-' + UUID.randomUUID().toString().substring(0, 8);
  }
}
