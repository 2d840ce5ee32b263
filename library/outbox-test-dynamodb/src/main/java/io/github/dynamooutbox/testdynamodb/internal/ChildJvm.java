package io.github.dynamooutbox.testdynamodb.internal;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A child JVM that ends no later than this one: by {@link #close()}, by a shutdown hook or, if this
 * JVM is killed and can run neither, because its standard input ends (see {@link ParentBound}).
 *
 * <p>Thread-safe.
 */
public final class ChildJvm implements AutoCloseable {
  private static final int TAIL_LINES = 40;
  private static final long KILL_SECONDS = 60;

  private final Process process;
  private final Thread hook;
  private final Thread pump;
  private final Deque<String> tail = new ArrayDeque<>();

  private ChildJvm(Process process, String name, Consumer<String> output) {
    this.process = process;
    this.hook = new Thread(process::destroyForcibly, name + "-shutdown");
    this.pump = new Thread(() -> pump(output), name + "-output");
    pump.setDaemon(true);
    pump.start();
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /**
   * Starts a JVM like this one.
   *
   * @param name used for threads and messages
   * @param classPath class path of the child, without the launcher
   * @param environment the complete environment of the child; nothing is inherited
   * @param output receives each line that the child writes to its standard output or error; called
   *     by one thread
   */
  public static ChildJvm start(
      String name,
      List<String> options,
      String classPath,
      List<String> command,
      Map<String, String> environment,
      Consumer<String> output) {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(options);
    line.add("-cp");
    line.add(launcher() + File.pathSeparator + classPath);
    line.add(ParentBound.class.getName());
    line.addAll(command);
    ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(environment);
    try {
      return new ChildJvm(builder.start(), name, output);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot start a JVM for " + name, e);
    }
  }

  /** Location of {@link ParentBound}, which comes first on the class path. */
  public static Path launcher() {
    try {
      return Path.of(ParentBound.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("The location of the launcher is not a path", e);
    }
  }

  /**
   * Returns a new map with the variables that programs need to start. It has no credentials and
   * none of the user's settings.
   */
  public static Map<String, String> minimalEnvironment() {
    Map<String, String> environment = new HashMap<>();
    for (String name : List.of("PATH", "SystemRoot", "TMPDIR", "TEMP", "TMP")) {
      String value = System.getenv(name);
      if (value != null) {
        environment.put(name, value);
      }
    }
    environment.put("LANG", "en_US.UTF-8");
    return environment;
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  public long pid() {
    return process.pid();
  }

  /** Runs the callback once the process has ended; at once if it already has. */
  public void onExit(Runnable callback) {
    var unused = process.onExit().thenRun(callback);
  }

  /** "exit code 1", or "still running". */
  public String state() {
    return process.isAlive() ? "still running" : "exit code " + process.exitValue();
  }

  /** The last lines of output, for error messages. */
  public String tail() {
    synchronized (tail) {
      return String.join("\n", tail);
    }
  }

  /** Kills the process like kill -9, without waiting for its end. */
  public void kill() {
    // Process.destroyForcibly() would also close the output, and what is still in it would be lost.
    process.toHandle().destroyForcibly();
  }

  /** Kills the process and waits until it has ended and all its output has been read. */
  @Override
  public void close() {
    kill();
    try {
      if (!process.waitFor(KILL_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("Process " + process.pid() + " survived being killed");
      }
      pump.join(TimeUnit.SECONDS.toMillis(KILL_SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is shutting down, and runs or has run the hook.
    }
  }

  private void pump(Consumer<String> output) {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        synchronized (tail) {
          if (tail.size() == TAIL_LINES) {
            tail.removeFirst();
          }
          tail.addLast(line);
        }
        output.accept(line);
      }
    } catch (IOException e) {
      // The stream breaks when the process is killed in the middle of a line.
    }
  }
}
