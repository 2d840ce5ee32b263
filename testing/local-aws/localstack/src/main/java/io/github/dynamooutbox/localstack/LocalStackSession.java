package io.github.dynamooutbox.localstack;

import java.util.Optional;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.localstack.LocalStackContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * Starts LocalStack in a container before the first test of a JVM, makes it the endpoint under
 * test, and stops it after the last. Testcontainers stops it even if this JVM is killed. Without
 * Docker it reports that, and records the reason for {@link SkipWithoutDocker}.
 */
public final class LocalStackSession implements LauncherSessionListener {
  static final String UNAVAILABLE = "outbox.localstack.unavailable";
  private static final String ENDPOINT = "outbox.aws.endpoint";
  private static final String REGION = "outbox.aws.region";
  private static final String IMAGE = "outbox.localstack.image";

  private Optional<LocalStackContainer> running = Optional.empty();

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    String image = System.getProperty(IMAGE, "");
    // Failsafe sets the image. A test that itself launches tests already has an endpoint.
    if (image.isEmpty()
        || !System.getProperty(ENDPOINT, "").isEmpty()
        || System.getProperty(UNAVAILABLE) != null) {
      return;
    }
    if (DockerClientFactory.instance().isDockerAvailable()) {
      start(image);
    } else {
      String why = "no Docker on this machine to run " + image + " in";
      System.setProperty(UNAVAILABLE, why);
      System.err.println("Integration tests are skipped: " + why);
    }
  }

  private void start(String image) {
    LocalStackContainer container =
        new LocalStackContainer(
                DockerImageName.parse(image).asCompatibleSubstituteFor("localstack/localstack"))
            .withServices("dynamodb", "dynamodbstreams", "events", "kinesis", "sns", "sqs", "ssm")
            // Without this, LocalStack never deletes expired items.
            .withEnv("DYNAMODB_REMOVE_EXPIRED_ITEMS", "1");
    running = Optional.of(container);
    container.start();
    System.setProperty(ENDPOINT, container.getEndpoint().toString());
    System.setProperty(REGION, container.getRegion());
    System.err.println("Integration tests run against LocalStack at " + container.getEndpoint());
  }

  @Override
  public void launcherSessionClosed(LauncherSession session) {
    running.ifPresent(LocalStackContainer::stop);
    running = Optional.empty();
  }
}
