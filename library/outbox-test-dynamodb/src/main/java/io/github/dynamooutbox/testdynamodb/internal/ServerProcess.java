package io.github.dynamooutbox.testdynamodb.internal;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A server in its own JVM. It chooses a free port, and prints {@code endpoint URL} as soon as it
 * responds there. Thread-safe.
 */
public final class ServerProcess implements AutoCloseable {
  /** Prefix of the line in which the server prints the URL of its endpoint. */
  public static final String READY = "endpoint ";

  private final ChildJvm process;
  private final URI endpoint;

  private ServerProcess(ChildJvm process, URI endpoint) {
    this.process = process;
    this.endpoint = endpoint;
  }

  /**
   * Starts a server and returns once it responds.
   *
   * @param name used for threads and messages
   * @throws IllegalStateException if the server ends or does not respond in time; the message
   *     contains the end of its output
   */
  public static ServerProcess start(
      String name, List<String> options, String classPath, List<String> command, Duration limit) {
    CompletableFuture<URI> endpoint = new CompletableFuture<>();
    ChildJvm process =
        ChildJvm.start(
            name,
            options,
            classPath,
            command,
            ChildJvm.minimalEnvironment(),
            line -> {
              if (line.startsWith(READY)) {
                endpoint.complete(URI.create(line.substring(READY.length())));
              }
            });
    process.onExit(
        () -> endpoint.completeExceptionally(new IllegalStateException(name + " has ended")));
    try {
      return new ServerProcess(process, endpoint.get(limit.toSeconds(), TimeUnit.SECONDS));
    } catch (ExecutionException | TimeoutException e) {
      String state = process.state();
      process.close();
      throw new IllegalStateException(
          name
              + " did not start within "
              + limit.toSeconds()
              + " s: "
              + state
              + "\n"
              + process.tail(),
          e);
    } catch (InterruptedException e) {
      process.close();
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while " + name + " was starting", e);
    }
  }

  public URI endpoint() {
    return endpoint;
  }

  public long pid() {
    return process.pid();
  }

  /** Kills the server and waits until it has ended. */
  @Override
  public void close() {
    process.close();
  }
}
