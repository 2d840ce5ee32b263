package io.github.dynamooutbox.testdynamodb;

import io.github.dynamooutbox.testdynamodb.internal.LoopbackDynamoDb;
import io.github.dynamooutbox.testdynamodb.internal.ServerClassPath;
import io.github.dynamooutbox.testdynamodb.internal.ServerProcess;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Amazon's DynamoDB Local with its streams, in memory, as a separate process on a free port of the
 * loopback interface.
 *
 * <p>The process ends with {@link #close()} and never outlives this JVM, not even if this JVM is
 * killed. DynamoDB Local is under Amazon's licence, which is in its jar; add it yourself, as {@code
 * com.amazonaws:DynamoDBLocal} in test scope. To keep it off the class path of the tests, list its
 * jars in a resource {@code io/github/dynamooutbox/testdynamodb/dynamodb-local.classpath}, with the
 * platform's path separator.
 *
 * <p>Its streams differ from the service's: ARNs name the region {@code ddblocal}, a table has one
 * shard, {@code ApproximateCreationDateTime} is rounded to the minute, and a committed item reaches
 * the stream some milliseconds after its commit.
 *
 * <p>Thread-safe.
 */
public final class DynamoDbLocal implements AutoCloseable {
  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final List<String> JVM_OPTIONS =
      List.of(
          "-Xmx512m",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-Xshare:auto",
          "-Djava.awt.headless=true");

  private static @Nullable DynamoDbLocal shared;

  private final ServerProcess server;
  private final boolean isShared;

  private DynamoDbLocal(ServerProcess server, boolean isShared) {
    this.server = server;
    this.isShared = isShared;
  }

  /**
   * The one server that all tests of this JVM share: the first call starts it, as {@link #start}
   * does, and every other call takes no time. It ends with the JVM, and closing it does nothing.
   * Tests that share it need tables of different names, or tables that are deleted after them.
   */
  public static synchronized DynamoDbLocal shared() {
    DynamoDbLocal running = shared;
    if (running == null) {
      running = new DynamoDbLocal(startServer(), true);
      shared = running;
    }
    return running;
  }

  /**
   * Starts a server of the caller's and returns once it responds, usually after one or two seconds.
   *
   * @throws IllegalStateException if DynamoDB Local is not found, or does not respond within a
   *     minute; the message contains the end of its output
   */
  public static DynamoDbLocal start() {
    return new DynamoDbLocal(startServer(), false);
  }

  private static ServerProcess startServer() {
    return ServerProcess.start(
        "DynamoDB Local",
        JVM_OPTIONS,
        ServerClassPath.find(),
        List.of(LoopbackDynamoDb.class.getName()),
        START_LIMIT);
  }

  /** The endpoint of DynamoDB. */
  public URI endpoint() {
    return server.endpoint();
  }

  /** The endpoint of DynamoDB Streams, which is the same. */
  public URI streamsEndpoint() {
    return server.endpoint();
  }

  /** The server's process id. */
  public long pid() {
    return server.pid();
  }

  /** Kills the server; its tables are gone. The {@link #shared} one stays. */
  @Override
  public void close() {
    if (!isShared) {
      server.close();
    }
  }

  @Override
  public String toString() {
    return "DynamoDbLocal[" + endpoint() + "]";
  }
}
