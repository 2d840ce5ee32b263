package io.github.dynamooutbox.localstack;

import java.util.Optional;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Starts the endpoint before the first test of a JVM, tells the tests where it is, and ends it
 * after the last. Where there can be none, it says so and leaves the reason for {@link
 * SkipWithout}.
 */
public final class EndpointSession implements LauncherSessionListener {
  static final String ENDPOINT = "outbox.aws.endpoint";
  static final String REGION = "outbox.aws.region";
  static final String UNAVAILABLE = "outbox.localstack.unavailable";
  private static final String IMAGE = "outbox.localstack.image";

  private final Source source;
  private Optional<Endpoint> running = Optional.empty();

  /** For JUnit, which finds this class as a service. */
  public EndpointSession() {
    this(() -> LocalStack.start(System.getProperty(IMAGE, "")));
  }

  EndpointSession(Source source) {
    this.source = source;
  }

  /** Starts an endpoint. */
  @FunctionalInterface
  interface Source {
    Endpoint start() throws Unavailable;
  }

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    // Failsafe names the image; this module's own unit tests do not.
    if (!System.getProperty(IMAGE, "").isEmpty()) {
      open();
    }
  }

  @Override
  public void launcherSessionClosed(LauncherSession session) {
    close();
  }

  void open() {
    // A test may launch tests itself, against endpoints of its own.
    if (System.getProperty(ENDPOINT, "").isEmpty() && System.getProperty(UNAVAILABLE) == null) {
      try {
        Endpoint endpoint = source.start();
        running = Optional.of(endpoint);
        System.setProperty(ENDPOINT, endpoint.url().toString());
        System.setProperty(REGION, endpoint.region());
        System.err.println("Integration tests run against LocalStack at " + endpoint.url());
      } catch (Unavailable e) {
        System.setProperty(UNAVAILABLE, e.getMessage());
        System.err.println("Integration tests are skipped: " + e.getMessage());
      }
    }
  }

  void close() {
    running.ifPresent(Endpoint::close);
    running = Optional.empty();
  }
}
