package io.github.dynamooutbox.localaws;

import java.net.URI;
import java.time.Duration;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.http.apache.ApacheHttpClient;
import software.amazon.awssdk.profiles.ProfileFile;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * AWS clients for the local endpoints: made-up credentials, one region, and nothing read from the
 * machine's profiles or environment.
 *
 * <p>Each client owns its HTTP connections; closing the client closes them.
 */
public final class LocalClients {
  /**
   * The region that all local clients sign for. DynamoDB Local itself uses {@code ddblocal} in its
   * ARNs.
   */
  public static final Region REGION = Region.US_EAST_1;

  /** The account that local ARNs name. */
  public static final String ACCOUNT = "000000000000";

  private static final int MAX_CONNECTIONS = 128;

  private LocalClients() {}

  /** Credentials that no real service accepts. */
  public static AwsCredentialsProvider credentials() {
    return StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local"));
  }

  public static DynamoDbClient dynamoDb(URI endpoint) {
    return configure(DynamoDbClient.builder(), endpoint).build();
  }

  public static DynamoDbStreamsClient dynamoDbStreams(URI endpoint) {
    return configure(DynamoDbStreamsClient.builder(), endpoint).build();
  }

  public static SqsClient sqs(URI endpoint) {
    return configure(SqsClient.builder(), endpoint)
        // ElasticMQ does not authenticate, and signing costs more than the rest of a request.
        .credentialsProvider(AnonymousCredentialsProvider.create())
        // It leaves the checksum out of some answers; over loopback it protects nothing.
        .checksumValidationEnabled(false)
        .build();
  }

  /**
   * Configures the builder of any synchronous client for a local endpoint. What the caller sets
   * afterwards wins.
   *
   * <pre>{@code
   * SnsClient sns = LocalClients.configure(SnsClient.builder(), endpoint).build();
   * }</pre>
   */
  public static <B extends AwsClientBuilder<B, C> & AwsSyncClientBuilder<B, C>, C> B configure(
      B builder, URI endpoint) {
    return builder
        .endpointOverride(endpoint)
        .region(REGION)
        .credentialsProvider(credentials())
        .overrideConfiguration(
            o -> o.defaultProfileFile(ProfileFile.aggregator().build()).defaultProfileName("local"))
        .httpClientBuilder(
            ApacheHttpClient.builder()
                .maxConnections(MAX_CONNECTIONS)
                .connectionTimeout(Duration.ofSeconds(5))
                .socketTimeout(Duration.ofSeconds(60)));
  }
}
