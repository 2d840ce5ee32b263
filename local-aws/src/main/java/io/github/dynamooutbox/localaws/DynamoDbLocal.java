package io.github.dynamooutbox.localaws;

import io.github.dynamooutbox.localaws.internal.ChildEnvironment;
import io.github.dynamooutbox.localaws.internal.ChildJvm;
import io.github.dynamooutbox.localaws.internal.ClassPaths;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Amazon's DynamoDB Local with its streams, in memory, as a process of its own on a free port.
 *
 * <p>The process ends with {@link #close()} and never outlives this JVM, not even if this JVM is
 * killed.
 *
 * <p>The server listens on all interfaces of the machine and offers no way to choose: do not put
 * data into it that others must not see. It runs under Amazon's licence for DynamoDB Local, which
 * its jar carries.
 *
 * <p>It differs from the service in what its streams say: ARNs name the region {@code ddblocal}, a
 * table has one shard, {@code ApproximateCreationDateTime} is rounded to the minute, and a
 * committed item is on the stream some milliseconds after its commit.
 *
 * <p>Thread-safe.
 */
public final class DynamoDbLocal implements AutoCloseable {
  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final int START_ATTEMPTS = 3;
  private static final List<String> JVM_OPTIONS =
      List.of(
          "-Xmx512m",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-Xshare:auto",
          "-Djava.awt.headless=true");

  private final ChildJvm process;
  private final URI endpoint;

  private DynamoDbLocal(ChildJvm process, URI endpoint) {
    this.process = process;
    this.endpoint = endpoint;
  }

  /**
   * Starts a server and returns once it answers, usually after one or two seconds.
   *
   * @throws IllegalStateException if it does not answer within a minute, with its output in the
   *     message
   */
  public static DynamoDbLocal start() {
    for (int attempt = 1; ; attempt++) {
      int port = freePort();
      URI endpoint = URI.create("http://127.0.0.1:" + port);
      ChildJvm process = launch(port);
      if (answers(endpoint, process)) {
        return new DynamoDbLocal(process, endpoint);
      }
      process.close();
      // Another process can take the port between the look for a free one and the server's start.
      if (attempt == START_ATTEMPTS) {
        throw new IllegalStateException(
            "DynamoDB Local did not start: " + process.state() + "\n" + process.tail());
      }
    }
  }

  /** Where DynamoDB answers. */
  public URI endpoint() {
    return endpoint;
  }

  /** Where DynamoDB Streams answers: the same place. */
  public URI streamsEndpoint() {
    return endpoint;
  }

  /** The server's process id. */
  public long pid() {
    return process.pid();
  }

  /** Kills the server, and all its tables with it. */
  @Override
  public void close() {
    process.close();
  }

  @Override
  public String toString() {
    return "DynamoDbLocal[" + endpoint + "]";
  }

  private static ChildJvm launch(int port) {
    return ChildJvm.start(
        "dynamodb-local",
        JVM_OPTIONS,
        ClassPaths.DYNAMODB_LOCAL.jars(),
        List.of(
            "com.amazonaws.services.dynamodbv2.local.main.ServerRunner",
            "-port",
            Integer.toString(port),
            "-inMemory",
            "-sharedDb",
            "-disableTelemetry"),
        ChildEnvironment.minimal(),
        line -> {});
  }

  private static boolean answers(URI endpoint, ChildJvm process) {
    HttpClient http = HttpClient.newHttpClient();
    HttpRequest request =
        HttpRequest.newBuilder(endpoint).timeout(Duration.ofSeconds(5)).GET().build();
    long deadline = System.nanoTime() + START_LIMIT.toNanos();
    while (process.isAlive() && System.nanoTime() < deadline) {
      try {
        HttpResponse<Void> response = http.send(request, HttpResponse.BodyHandlers.discarding());
        // Only DynamoDB stamps its refusal of an unsigned request.
        if (response.headers().firstValue("x-amzn-RequestId").isPresent() && process.isAlive()) {
          return true;
        }
        pause();
      } catch (IOException notYet) {
        pause();
      } catch (InterruptedException e) {
        process.close();
        Thread.currentThread().interrupt();
        throw new IllegalStateException("Interrupted while DynamoDB Local was starting", e);
      }
    }
    return false;
  }

  private static void pause() {
    LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException("This machine has no free port", e);
    }
  }
}
