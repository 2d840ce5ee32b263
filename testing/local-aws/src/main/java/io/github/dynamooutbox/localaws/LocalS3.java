package io.github.dynamooutbox.localaws;

import io.github.dynamooutbox.localaws.internal.ServerJars;
import io.github.dynamooutbox.testdynamodb.internal.ServerProcess;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/**
 * S3 by S3Proxy, in memory, in a process of its own on a free port of the loopback interface. It
 * accepts any credentials, and addresses buckets by path only: clients need {@code
 * forcePathStyle(true)}. The process ends with {@link #close()} and never outlives this JVM.
 *
 * <p>Thread-safe.
 */
public final class LocalS3 implements AutoCloseable {
  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final String LAUNCHER = "io.github.dynamooutbox.localaws.s3.LoopbackS3";
  private static final List<String> JVM_OPTIONS =
      List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto");

  private final ServerProcess server;

  private LocalS3(ServerProcess server) {
    this.server = server;
  }

  /**
   * Starts a server without buckets and returns once it answers, usually after two seconds.
   *
   * @throws IllegalStateException if it does not answer within a minute; the message holds the end
   *     of its output
   */
  public static LocalS3 start() {
    String jars =
        ServerJars.of(
            "testing/local-aws/s3", LAUNCHER, "/io/github/dynamooutbox/localaws/s3.classpath");
    return new LocalS3(
        ServerProcess.start("S3Proxy", JVM_OPTIONS, jars, List.of(LAUNCHER), START_LIMIT));
  }

  public URI endpoint() {
    return server.endpoint();
  }

  /** Kills the server; its buckets are gone. */
  @Override
  public void close() {
    server.close();
  }

  @Override
  public String toString() {
    return "LocalS3[" + endpoint() + "]";
  }
}
