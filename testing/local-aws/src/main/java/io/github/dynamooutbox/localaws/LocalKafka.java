package io.github.dynamooutbox.localaws;

import io.github.dynamooutbox.localaws.internal.ServerJars;
import io.github.dynamooutbox.testdynamodb.internal.ServerProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A Kafka broker that is its own controller (KRaft), in a process of its own on two free ports of
 * the loopback interface. It does not create topics automatically. The process ends with {@link
 * #close()} and never outlives this JVM.
 *
 * <p>Thread-safe.
 */
public final class LocalKafka implements AutoCloseable {
  private static final Duration START_LIMIT = Duration.ofMinutes(2);
  private static final String LAUNCHER = "io.github.dynamooutbox.localaws.kafka.LoopbackKafka";
  private static final List<String> JVM_OPTIONS =
      List.of(
          "-Xmx512m",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-Xshare:auto",
          "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");

  private final Path directory;
  private final List<String> command;
  private ServerProcess server;

  private LocalKafka(Path directory, List<String> command) {
    this.directory = directory;
    this.command = command;
    this.server = launch(command);
  }

  /**
   * Starts a broker without topics and returns once it answers, usually after five seconds.
   *
   * @param settings broker settings that override those of a single broker without security
   * @throws IllegalStateException if it does not answer within two minutes; the message holds the
   *     end of its output
   */
  public static LocalKafka start(Map<String, String> settings) {
    List<String> command = new ArrayList<>();
    command.add(LAUNCHER);
    try {
      Path directory = Files.createTempDirectory("local-kafka");
      command.add(directory.toString());
      command.addAll(freePorts());
      settings.forEach((name, value) -> command.add(name + "=" + value));
      return new LocalKafka(directory, List.copyOf(command));
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot create a directory or find free ports for a broker", e);
    }
  }

  private static List<String> freePorts() throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (ServerSocket broker = new ServerSocket(0, 1, loopback);
        ServerSocket controller = new ServerSocket(0, 1, loopback)) {
      return Stream.of(broker, controller)
          .map(each -> Integer.toString(each.getLocalPort()))
          .toList();
    }
  }

  private static ServerProcess launch(List<String> command) {
    String jars =
        ServerJars.of(
            "testing/local-aws/kafka",
            LAUNCHER,
            "/io/github/dynamooutbox/localaws/kafka.classpath");
    return ServerProcess.start("Kafka", JVM_OPTIONS, jars, command, START_LIMIT);
  }

  /** Host and port, for the clients' setting {@code bootstrap.servers}. */
  public synchronized String bootstrapServer() {
    return server.endpoint().getAuthority();
  }

  /** Kills the broker, as kill -9 does, and starts it again with its data. */
  public synchronized void restart() {
    server.close();
    server = launch(command);
  }

  /** Kills the broker, and deletes its data. */
  @Override
  public synchronized void close() {
    server.close();
    try (var files = Files.walk(directory)) {
      for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot delete " + directory, e);
    }
  }

  @Override
  public String toString() {
    return "LocalKafka[" + bootstrapServer() + "]";
  }
}
