package io.github.dynamooutbox.localaws.dynamodb;

import io.github.dynamooutbox.localaws.dynamodb.internal.LoopbackDynamoDb;
import io.github.dynamooutbox.localaws.dynamodb.internal.ServerClassPath;
import io.github.dynamooutbox.localaws.dynamodb.internal.ServerProcess;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/**
 * Amazon's DynamoDB Local with its streams, in memory, as a process of its own on a free port of
 * the loopback interface.
 *
 * <p>The process ends with {@link #close()} and never outlives this JVM, not even if this JVM is
 * killed. It runs under Amazon's licence for DynamoDB Local, which its jar carries: users bring it,
 * as {@code com.amazonaws:DynamoDBLocal} in test scope. To keep it off the class path of the tests,
 * name its jars in a resource {@code io/github/dynamooutbox/localaws/dynamodb-local.classpath},
 * separated as the platform does it.
 *
 * <p>Its streams differ from the service's: ARNs name the region {@code ddblocal}, a table has one
 * shard, {@code ApproximateCreationDateTime} is rounded to the minute, and a committed item is on
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
   * Starts a server and returns once it answers, usually after one or two seconds.
   *
   * @throws IllegalStateException if there is no DynamoDB Local, or if it does not answer within a
   *     minute; the message holds the end of its output
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

  /** Where DynamoDB answers. */
  public URI endpoint() {
    return server.endpoint();
  }

  /** Where DynamoDB Streams answers: at the same place. */
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
