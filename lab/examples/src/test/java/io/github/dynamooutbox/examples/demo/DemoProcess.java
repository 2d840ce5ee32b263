package io.github.dynamooutbox.examples.demo;

import io.github.dynamooutbox.localaws.ControlC;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The demo in a process of its own, started as ./demo starts it. */
final class DemoProcess implements AutoCloseable {
  private static final Path HOME = Path.of("target", "demo").toAbsolutePath();

  private final Process process;
  private final Path output;
  private final Set<ProcessHandle> children = ConcurrentHashMap.newKeySet();

  DemoProcess(Path directory, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.add("-Doutbox.demo.home=" + HOME);
    command.add("-Doutbox.demo.service=" + service());
    command.add("-cp");
    command.add(
        Path.of("target", "classes").toAbsolutePath()
            + System.getProperty("path.separator")
            + Files.readString(HOME.resolve("classpath")).trim());
    command.add(Demo.class.getName());
    command.addAll(List.of(arguments));
    output = directory.resolve("output");
    process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
  }

  static Path service() throws IOException {
    Path directory = Path.of("../../kcl-relay-service/target/service");
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(directory, "*-service.jar")) {
      return jars.iterator().next().toAbsolutePath();
    }
  }

  /** Waits for the process's end and returns its exit code. */
  int exitCode(long seconds) throws InterruptedException, IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (!process.waitFor(50, TimeUnit.MILLISECONDS)) {
      process.descendants().forEach(children::add);
      if (System.nanoTime() > deadline) {
        throw new AssertionError("Still running after " + seconds + " s:\n" + output());
      }
    }
    return process.exitValue();
  }

  /** Waits until the demo has written this. */
  void awaitOutput(String text, long seconds) throws InterruptedException, IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (!output().contains(text)) {
      process.descendants().forEach(children::add);
      if (process.waitFor(50, TimeUnit.MILLISECONDS) || System.nanoTime() > deadline) {
        throw new AssertionError("Never wrote \"" + text + "\":\n" + output());
      }
    }
  }

  /** Presses Enter. */
  void enter() throws IOException {
    process.getOutputStream().write('\n');
    process.getOutputStream().flush();
  }

  /** Waits until the demo has started so many processes. */
  void awaitChildren(int count, long seconds) throws InterruptedException, IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (children.size() < count) {
      if (process.waitFor(50, TimeUnit.MILLISECONDS) || System.nanoTime() > deadline) {
        throw new AssertionError(children.size() + " processes, no more:\n" + output());
      }
      process.descendants().forEach(children::add);
    }
  }

  void interrupt() throws IOException, InterruptedException {
    ControlC.press(process);
  }

  String output() throws IOException {
    return Files.readString(output);
  }

  String lastLine() throws IOException {
    List<String> lines = Files.readAllLines(output);
    return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
  }

  /** How many processes the demo has started, as far as anybody looked. */
  int startedChildren() {
    return children.size();
  }

  /** Those of its processes that are still there. */
  Set<Long> survivors() {
    return children.stream()
        .filter(ProcessHandle::isAlive)
        .map(ProcessHandle::pid)
        .collect(Collectors.toSet());
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
