package io.github.dynamooutbox.kcl.it;

import io.github.dynamooutbox.kcl.Main;
import io.github.dynamooutbox.localaws.LastLines;
import io.github.dynamooutbox.testdynamodb.internal.ChildJvm;
import io.github.dynamooutbox.testdynamodb.internal.ParentBound;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One worker: the packaged service in its own JVM. */
final class WorkerProcess implements AutoCloseable {
  static final Path JAR = Path.of(System.getProperty("outbox.service.jar"));

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private static final Pattern LOST = Pattern.compile("No longer relaying ([^:]+):");

  /** The log line of a worker that noticed the loss of a shard's lease. */
  record Lost(Instant at, String shard) {}

  final List<String> output = new CopyOnWriteArrayList<>();
  private final List<Lost> leasesLost = new CopyOnWriteArrayList<>();
  private final Process process;
  private final Thread reader;

  private WorkerProcess(Process process) {
    this.process = process;
    reader = new Thread(this::read, "output of " + process.pid());
    reader.setDaemon(true);
    reader.start();
  }

  /**
   * @param before words before the command of the JVM
   * @param classArchive JVM option that uses or writes a class archive
   */
  static WorkerProcess start(
      List<String> before,
      String classArchive,
      Map<String, String> environment,
      List<String> arguments) {
    List<String> command = new ArrayList<>(before);
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx256m",
            classArchive,
            "-cp",
            ChildJvm.launcher() + File.pathSeparator + JAR,
            ParentBound.class.getName(),
            Main.class.getName()));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("AWS_"));
    builder.environment().putAll(environment);
    try {
      return new WorkerProcess(builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void read() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        output.add(line);
        Matcher lost = LOST.matcher(line);
        if (lost.find()) {
          leasesLost.add(new Lost(Instant.now(), lost.group(1)));
        }
      }
    } catch (IOException e) {
      output.add("(no more output: " + e + ")");
    }
  }

  boolean says(String text) {
    return output.stream().anyMatch(line -> line.contains(text));
  }

  /** Sends SIGTERM. */
  void terminate() {
    process.toHandle().destroy();
  }

  /** Sends this signal, for example {@code STOP} or {@code CONT}. */
  void signal(String name) {
    try {
      int failed =
          new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
      if (failed != 0) {
        throw new IllegalStateException("kill -" + name + " failed: " + failed);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** The leases that it lost to other workers, or that expired. */
  List<Lost> leasesLost() {
    return List.copyOf(leasesLost);
  }

  /** Sends SIGKILL and waits for the end. */
  void kill() {
    process.destroyForcibly();
    awaitExit(Duration.ofSeconds(10));
  }

  /** The port of its health endpoint. */
  int port() {
    return output.stream()
        .filter(line -> line.contains("metrics on port "))
        .map(line -> line.replaceAll(".*metrics on port (\\d+).*", "$1"))
        .map(Integer::valueOf)
        .findFirst()
        .orElseThrow();
  }

  /** The worker's answer to this path, with the status as the first line. */
  String get(String path) {
    try {
      HttpResponse<String> answer =
          HTTP.send(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path)).build(),
              HttpResponse.BodyHandlers.ofString());
      return answer.statusCode() + "\n" + answer.body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Whether the worker already answers to this path, with this text in the answer. */
  boolean answers(String path, String text) {
    return says("metrics on port ") && get(path).contains(text);
  }

  /** The number of shards that it reports to relay. */
  int leases() {
    return says("metrics on port ")
        ? (int)
            Double.parseDouble(get("/metrics").replaceAll("(?s).*\noutbox_leases (\\S+).*", "$1"))
        : 0;
  }

  /** The CPU time that it has used so far. */
  Duration cpu() {
    return process.toHandle().info().totalCpuDuration().orElseThrow();
  }

  /** Its threads and resident memory, as Linux counts them. */
  String size() {
    try (Stream<String> status = Files.lines(Path.of("/proc", process.pid() + "", "status"))) {
      return status
          .filter(line -> line.startsWith("Threads") || line.startsWith("VmRSS"))
          .map(line -> line.replaceAll("\\s+", " "))
          .collect(Collectors.joining(", "));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean isAlive() {
    return process.isAlive();
  }

  int awaitExit(Duration limit) {
    try {
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new AssertionError("still runs after " + limit + "\n" + tail());
      }
      reader.join(limit.toMillis());
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** For messages of failed assertions. */
  String tail() {
    return LastLines.of(output);
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
