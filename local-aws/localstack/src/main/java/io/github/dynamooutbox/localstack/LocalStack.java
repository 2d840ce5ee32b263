package io.github.dynamooutbox.localstack;

import java.net.URI;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.localstack.LocalStackContainer;
import org.testcontainers.utility.DockerImageName;

/** LocalStack in a container of its own, which Testcontainers also ends if this JVM is killed. */
final class LocalStack implements Endpoint {
  private final LocalStackContainer container;

  private LocalStack(LocalStackContainer container) {
    this.container = container;
  }

  /**
   * Starts the image and returns once it answers.
   *
   * @throws Unavailable if this machine has no Docker
   */
  static Endpoint start(String image) throws Unavailable {
    if (!DockerClientFactory.instance().isDockerAvailable()) {
      throw new Unavailable("no Docker on this machine to run " + image + " in");
    }
    LocalStackContainer container =
        new LocalStackContainer(
                DockerImageName.parse(image).asCompatibleSubstituteFor("localstack/localstack"))
            .withServices("dynamodb", "dynamodbstreams", "events", "kinesis", "sns", "sqs", "ssm")
            // Else it never deletes what has expired.
            .withEnv("DYNAMODB_REMOVE_EXPIRED_ITEMS", "1");
    container.start();
    return new LocalStack(container);
  }

  @Override
  public URI url() {
    return container.getEndpoint();
  }

  @Override
  public String region() {
    return container.getRegion();
  }

  @Override
  public void close() {
    container.stop();
  }
}
