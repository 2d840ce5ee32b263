package io.github.dynamooutbox.localstack;

import io.floci.testcontainers.FlociContainer;
import java.util.Optional;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.localstack.LocalStackContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * Starts Floci or LocalStack, as the image says, in a container before the first test of a JVM,
 * makes it the endpoint under test, and stops it after the last, unless there is an endpoint
 * already. Testcontainers stops it even if this JVM is killed. Without Docker it reports that, and
 * records the reason for {@link SkipWithoutDocker}.
 *
 * <p>Where this was written no Docker was available: it has been compiled, and run as far as the
 * search for Docker and with an endpoint.
 */
public final class LocalStackSession implements LauncherSessionListener {
  static final String UNAVAILABLE = "outbox.localstack.unavailable";
  private static final String ENDPOINT = "outbox.aws.endpoint";
  private static final String REGION = "outbox.aws.region";
  private static final String IMAGE = "outbox.localstack.image";

  private Optional<GenericContainer<?>> running = Optional.empty();

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    String image = System.getProperty(IMAGE, "");
    // Failsafe sets the image. The endpoint is the developer's, or that of a test that launches
    // this.
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
    DockerImageName name = DockerImageName.parse(image);
    if (image.contains("localstack")) {
      LocalStackContainer container =
          new LocalStackContainer(name.asCompatibleSubstituteFor("localstack/localstack"))
              .withServices("dynamodb", "dynamodbstreams", "events", "kinesis", "sns", "sqs", "ssm")
              // Without this, LocalStack never deletes expired items.
              .withEnv("DYNAMODB_REMOVE_EXPIRED_ITEMS", "1");
      start(container);
      use(container.getEndpoint().toString(), container.getRegion());
    } else {
      FlociContainer container = new FlociContainer(name.asCompatibleSubstituteFor("floci/floci"));
      start(container);
      use(container.getEndpoint(), container.getRegion());
    }
  }

  private void start(GenericContainer<?> container) {
    running = Optional.of(container);
    container.start();
  }

  private static void use(String endpoint, String region) {
    System.setProperty(ENDPOINT, endpoint);
    System.setProperty(REGION, region);
    System.err.println("Integration tests run against " + endpoint);
  }

  @Override
  public void launcherSessionClosed(LauncherSession session) {
    running.ifPresent(GenericContainer::stop);
    running = Optional.empty();
  }
}
