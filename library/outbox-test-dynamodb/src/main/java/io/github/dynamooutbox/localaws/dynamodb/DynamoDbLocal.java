package io.github.dynamooutbox.localaws.dynamodb;

import io.github.dynamooutbox.localaws.dynamodb.internal.LoopbackDynamoDb;
import io.github.dynamooutbox.localaws.dynamodb.internal.ServerClassPath;
import io.github.dynamooutbox.localaws.dynamodb.internal.ServerProcess;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/**
 * Amazon's DynamoDB Local with its streams, in memory, as a separate process on a free port of the
 * loopback interface.
 *
 * <p>The process ends with {@link #close()} and never outlives this JVM, not even if this JVM is
 * killed. DynamoDB Local is under Amazon's licence, which is in its jar; add it yourself, as {@code
 * com.amazonaws:DynamoDBLocal} in test scope. To keep it off the class path of the tests, list its
 * jars in a resource {@code io/github/dynamooutbox/localaws/dynamodb-local.classpath}, with the
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

  private final ServerProcess server;

  private DynamoDbLocal(ServerProcess server) {
    this.server = server;
  }

  /**
   * Starts a server and returns once it responds, usually after one or two seconds.
   *
   * @throws IllegalStateException if DynamoDB Local is not found, or does not respond within a
   *     minute; the message contains the end of its output
   */
  public static DynamoDbLocal start() {
    return new DynamoDbLocal(
        ServerProcess.start(
            "DynamoDB Local",
            JVM_OPTIONS,
            ServerClassPath.find(),
            List.of(LoopbackDynamoDb.class.getName()),
            START_LIMIT));
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

  /** Kills the server; its tables are gone. */
  @Override
  public void close() {
    server.close();
  }

  @Override
  public String toString() {
    return "DynamoDbLocal[" + endpoint() + "]";
  }
}
