package io.github.dynamooutbox.aws.internal.targets;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.dynamooutbox.localaws.AwsStub;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.localaws.CloudUnderTest;
import java.time.Duration;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;

/**
 * The services that targets are tested against: those at {@code -Doutbox.aws.endpoint} (region
 * {@code -Doutbox.aws.region}, the environment's credentials if it has any), else the stub.
 */
final class Cloud implements AutoCloseable {
  private final CloudUnderTest aws = CloudUnderTest.open();

  /** Where targets are made, and what they took is read. */
  CloudUnderTest aws() {
    return aws;
  }

  /** The stub; where there is none, the test that asks is skipped. */
  AwsStub stub() {
    assumeTrue(aws.stub().isPresent(), "only the stub can be told to fail");
    return aws.stub().orElseThrow();
  }

  /** Whether what arrived is read from a log, as it was sent and in order of acceptance. */
  boolean keepsALog() {
    return aws.stub().isPresent();
  }

  /** Clients as the relay has them, but for where they go. */
  Clients clients(Duration callTimeout) {
    return new Clients(callTimeout, this::aim);
  }

  private void aim(AwsClientBuilder<?, ?> client) {
    client
        .endpointOverride(aws.endpoint())
        .region(AwsUnderTest.region())
        .credentialsProvider(AwsUnderTest.credentials());
  }

  @Override
  public void close() {
    aws.close();
  }
}
