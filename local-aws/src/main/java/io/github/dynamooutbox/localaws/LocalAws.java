package io.github.dynamooutbox.localaws;

import io.github.dynamooutbox.localaws.internal.ChildEnvironment;
import io.github.dynamooutbox.localaws.internal.ChildJvm;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * All local services behind one endpoint, as a process of its own: an AWS that knows nothing of the
 * tests that use it. The process ends with {@link #close()} and never outlives this JVM.
 */
public final class LocalAws implements AutoCloseable {
  static final String READY = "endpoint ";
  private static final Duration START_LIMIT = Duration.ofMinutes(2);

  private final ChildJvm process;
  private final URI endpoint;

  private LocalAws(ChildJvm process, URI endpoint) {
    this.process = process;
    this.endpoint = endpoint;
  }

  /**
   * Starts it, with the class path of this JVM, and returns once it answers.
   *
   * @param without what it is to be unable to do
   * @throws IllegalStateException if it does not answer within two minutes
   */
  public static LocalAws start(Ability... without) {
    List<String> command = new ArrayList<>(List.of(LocalAwsMain.class.getName()));
    Stream.of(without).map(Ability::name).forEach(command::add);
    CompletableFuture<URI> endpoint = new CompletableFuture<>();
    ChildJvm process =
        ChildJvm.start(
            "local-aws",
            List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
            System.getProperty("java.class.path"),
            command,
            ChildEnvironment.minimal(),
            line -> {
              if (line.startsWith(READY)) {
                endpoint.complete(URI.create(line.substring(READY.length())));
              }
            });
    try {
      return new LocalAws(process, endpoint.get(START_LIMIT.toSeconds(), TimeUnit.SECONDS));
    } catch (ExecutionException | TimeoutException e) {
      process.close();
      throw new IllegalStateException(
          "The local services did not start: " + process.state() + "\n" + process.tail(), e);
    } catch (InterruptedException e) {
      process.close();
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while the local services were starting", e);
    }
  }

  public URI endpoint() {
    return endpoint;
  }

  @Override
  public void close() {
    process.close();
  }
}
