package io.github.dynamooutbox.aws.internal.target;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.localaws.stub.AwsStub;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;

/**
 * The services that targets are tested against: those at {@code -Doutbox.aws.endpoint} (region
 * {@code -Doutbox.aws.region}, the environment's credentials if it has any), else the stub.
 */
final class Cloud implements AutoCloseable {
  private final Optional<AwsStub> stub;
  private final URI endpoint;

  private Cloud(Optional<AwsStub> stub, URI endpoint) {
    this.stub = stub;
    this.endpoint = endpoint;
  }

  static Cloud open() {
    Optional<URI> external = AwsUnderTest.endpoint();
    if (external.isPresent()) {
      return new Cloud(Optional.empty(), external.get());
    }
    AwsStub stub = AwsStub.start();
    return new Cloud(Optional.of(stub), stub.endpoint());
  }

  /** The stub; where there is none, the test that asks is skipped. */
  AwsStub stub() {
    assumeTrue(stub.isPresent(), "only the stub can be told to fail and tells what it took");
    return stub.get();
  }

  /** True if it goes on when the test is over. */
  boolean isShared() {
    return stub.isEmpty();
  }

  /** Clients as the relay has them, but for where they go. */
  Clients clients(Duration callTimeout) {
    return new Clients(callTimeout, this::aim);
  }

  private void aim(AwsClientBuilder<?, ?> client) {
    client
        .endpointOverride(endpoint)
        .region(AwsUnderTest.region())
        .credentialsProvider(AwsUnderTest.credentials());
  }

  @Override
  public void close() {
    stub.ifPresent(AwsStub::close);
  }
}
