package io.github.dynamooutbox.localaws;

import io.github.dynamooutbox.testdynamodb.internal.ServerProcess;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/**
 * All local services behind one endpoint, in a process of their own, which is independent of the
 * tests that use it. The process ends with {@link #close()} and never outlives this JVM.
 */
public final class LocalAws implements AutoCloseable {
  private static final Duration START_LIMIT = Duration.ofMinutes(2);

  private final ServerProcess server;

  private LocalAws(ServerProcess server) {
    this.server = server;
  }

  /**
   * Starts it, with the class path of this JVM, and returns once it answers.
   *
   * @throws IllegalStateException if it does not answer within two minutes
   */
  public static LocalAws start() {
    return new LocalAws(
        ServerProcess.start(
            "local AWS",
            List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
            System.getProperty("java.class.path"),
            List.of(LocalAwsMain.class.getName()),
            START_LIMIT));
  }

  public URI endpoint() {
    return server.endpoint();
  }

  @Override
  public void close() {
    server.close();
  }
}
