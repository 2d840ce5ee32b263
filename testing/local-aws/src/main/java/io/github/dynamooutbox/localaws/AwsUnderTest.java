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
 * Which AWS the tests use: the one at {@code -Doutbox.aws.endpoint=URL}, or, without that property,
 * servers that each test starts for itself.
 *
 * <p>With an endpoint, the region is that of {@code -Doutbox.aws.region}, and the credentials are
 * taken from the environment if {@code AWS_ACCESS_KEY_ID} is set.
 */
public final class AwsUnderTest {
  /** The system property that holds the endpoint's URL. */
  public static final String ENDPOINT = "outbox.aws.endpoint";

  private AwsUnderTest() {}

  /** The configured endpoint; empty if tests start their own servers. */
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

  /**
   * Configures a client's builder for an endpoint, with the region and credentials of the tests.
   */
  public static <B extends AwsClientBuilder<B, C> & AwsSyncClientBuilder<B, C>, C> B configure(
      B builder, URI endpoint) {
    return LocalClients.configure(builder, endpoint)
        .region(region())
        .credentialsProvider(credentials());
  }

  /** The environment variables that let a process reach an endpoint as these tests do. */
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

  /** The same as system properties, for SDK clients in this JVM. */
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
   * Runs checks that the tests' own servers must pass and that an external endpoint may fail. At an
   * external endpoint a failure skips the test; the reason names the ability and the error.
   *
   * @param skip creates the exception by which the test framework recognizes a skipped test
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

  /** A unique name that is recognizable as a test's. */
  public static String unique(String what) {
    return "outbox-it-" + what + '-' + UUID.randomUUID().toString().substring(0, 8);
  }
}
