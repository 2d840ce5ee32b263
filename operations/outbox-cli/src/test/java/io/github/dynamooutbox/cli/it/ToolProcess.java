package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.config.RelayConfigSource;
import io.github.dynamooutbox.cli.it.OperatedSystem.Ended;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.localaws.ControlC;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** The packaged tool in a process of its own, for what only a process has: signals. */
final class ToolProcess {
  /** On a machine that has much else to do. */
  private static final long PATIENCE_SECONDS = 120;

  private static final Path JAR = Path.of(System.getProperty("outbox.cli.jar"));

  /** The classes that the tool loads, as the JVM keeps them: a start takes half the CPU time. */
  private static final Path CLASS_ARCHIVE = JAR.resolveSibling("outbox.jsa");

  private static boolean archived;

  private final Process process;
  private final Path out;
  private final Path err;

  private ToolProcess(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  static ToolProcess start(TestOutbox outbox, String... arguments) throws Exception {
    return start(outbox, List.of(), arguments);
  }

  /** The exit code of a command whose results nobody can write. */
  static int codeWithoutSpace(TestOutbox outbox, String... arguments) throws Exception {
    archiveClasses(outbox);
    List<String> options = List.of("-XX:SharedArchiveFile=" + CLASS_ARCHIVE);
    Process process =
        builder(outbox, options, arguments)
            .redirectOutput(new File("/dev/full"))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  /** As at a terminal: it says every second how far it is. */
  static ToolProcess startAtTerminal(TestOutbox outbox, String... arguments) throws Exception {
    return start(outbox, List.of("-Doutbox.cli.terminal=true"), arguments);
  }

  private static ToolProcess start(TestOutbox outbox, List<String> options, String... arguments)
      throws Exception {
    archiveClasses(outbox);
    List<String> all = new ArrayList<>(options);
    all.add("-XX:SharedArchiveFile=" + CLASS_ARCHIVE);
    return launch(outbox, all, arguments);
  }

  /** Once for all tests, by a command that changes nothing. */
  private static synchronized void archiveClasses(TestOutbox outbox) throws Exception {
    if (!archived) {
      Files.deleteIfExists(CLASS_ARCHIVE);
      Ended ended =
          launch(outbox, List.of("-XX:ArchiveClassesAtExit=" + CLASS_ARCHIVE), "parked").end();
      if (!Files.exists(CLASS_ARCHIVE)) {
        throw new AssertionError("no classes were archived: " + ended);
      }
      archived = true;
    }
  }

  private static ToolProcess launch(TestOutbox outbox, List<String> options, String... arguments)
      throws IOException {
    Path out = Files.createTempFile("outbox", ".out");
    Path err = Files.createTempFile("outbox", ".err");
    ProcessBuilder builder =
        builder(outbox, options, arguments)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    return new ToolProcess(builder.start(), out, err);
  }

  private static ProcessBuilder builder(
      TestOutbox outbox, List<String> options, String... arguments) {
    List<String> command = new ArrayList<>();
    if (System.getProperty("os.name").equals("Linux")) {
      // A build in the background ignores SIGINT, and so would what it starts.
      command.addAll(List.of("env", "--default-signal=INT"));
    }
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    AwsUnderTest.properties(outbox.servers().endpoint())
        .forEach((name, value) -> command.add("-D" + name + '=' + value));
    Optional.ofNullable(System.getProperty(AbandonedBatches.ENDPOINT))
        .ifPresent(s3 -> command.add("-D" + AbandonedBatches.ENDPOINT + '=' + s3));
    command.addAll(options);
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar", JAR.toString()));
    Collections.addAll(command, arguments);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put(RelayConfigSource.INLINE, outbox.document());
    builder.environment().remove("NO_COLOR");
    return builder;
  }

  /** Waits until it has said something on standard error. */
  void awaitError(String text) throws Exception {
    await(() -> read(err).contains(text));
  }

  /** The first line that it writes. */
  String awaitLine() throws Exception {
    await(() -> read(out).contains("\n"));
    return read(out).lines().findFirst().orElseThrow();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until something holds, which has to happen before the process ends. */
  void await(BooleanSupplier condition) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!condition.getAsBoolean()) {
      if (!process.isAlive() || System.nanoTime() > end) {
        throw new AssertionError("the process has not come so far: " + Files.readString(err));
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  /** As Ctrl-C does. */
  Ended interrupt() throws Exception {
    ControlC.press(process);
    return end();
  }

  /** As kill -9 does: nothing of it runs any more. */
  Ended kill() throws Exception {
    process.destroyForcibly();
    return end();
  }

  /**
   * How a command has ended, and what it took.
   *
   * @param megabytes of memory that were resident at most
   */
  record Spent(Ended ended, double cpuSeconds, long megabytes) {}

  /** Runs it to its end with the heap that the launcher gives it. Needs Linux. */
  static Spent spent(TestOutbox outbox, String... arguments) throws Exception {
    ToolProcess tool = start(outbox, List.of("-Xmx256m"), arguments);
    Usage usage = new Usage(0, 0);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (tool.process.isAlive() && System.nanoTime() < end) {
      usage = tool.usage(usage);
      TimeUnit.MILLISECONDS.sleep(10);
    }
    return new Spent(tool.end(), usage.cpuSeconds(), usage.kilobytes() / 1_024);
  }

  /** The same for a console that is asked for one of its answers, which {@code out} is then. */
  static Spent spentByConsole(TestOutbox outbox, String path) throws Exception {
    ToolProcess tool = start(outbox, List.of("-Xmx256m"), "console");
    URI url = URI.create(tool.awaitLine());
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(url.resolve(path)).build(),
                HttpResponse.BodyHandlers.ofString());
    Usage usage = tool.usage(new Usage(0, 0));
    Ended ended = tool.interrupt();
    return new Spent(
        new Ended(answer.statusCode(), answer.body(), ended.err()),
        usage.cpuSeconds(),
        usage.kilobytes() / 1_024);
  }

  private record Usage(double cpuSeconds, long kilobytes) {}

  /** What it has used until now, or the last that was known. */
  private Usage usage(Usage last) {
    try {
      long kilobytes =
          Files.readAllLines(Path.of("/proc", "" + process.pid(), "status")).stream()
              .filter(line -> line.startsWith("VmHWM:"))
              .map(line -> Long.parseLong(line.replaceAll("\\D", "")))
              .findFirst()
              .orElse(last.kilobytes());
      return new Usage(
          process
              .info()
              .totalCpuDuration()
              .map(each -> each.toMillis() / 1e3)
              .orElse(last.cpuSeconds()),
          kilobytes);
    } catch (IOException e) {
      // It has just ended.
      return last;
    }
  }

  Ended end() throws Exception {
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("the process does not end: " + Files.readString(err));
      }
      return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
    } finally {
      process.destroyForcibly();
      Files.deleteIfExists(out);
      Files.deleteIfExists(err);
    }
  }
}
