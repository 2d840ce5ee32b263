package io.github.dynamooutbox.localaws;

import io.github.dynamooutbox.testdynamodb.internal.ChildJvm;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A packaged service in a JVM of its own, as a container would run it. Its environment is clean:
 * {@code PATH}, the local region, made-up credentials, and the given variables. The process never
 * outlives this JVM.
 *
 * <p>Thread-safe.
 */
public final class LocalService implements AutoCloseable {
  private final ChildJvm process;

  private LocalService(ChildJvm process) {
    this.process = process;
  }

  /**
   * Starts the service, and does not wait until it is ready.
   *
   * @param options JVM options
   * @param classPath jars and directories, joined by the platform's path separator; a jar also
   *     brings the libraries that its manifest names
   * @param command main class and arguments
   * @param environment variables added to the clean environment
   * @param output takes each line that the service writes, on a thread of its own
   */
  public static LocalService start(
      String name,
      List<String> options,
      String classPath,
      List<String> command,
      Map<String, String> environment,
      Consumer<String> output) {
    Map<String, String> all = new HashMap<>(ChildJvm.minimalEnvironment());
    all.put("AWS_REGION", LocalClients.REGION.id());
    all.put("AWS_ACCESS_KEY_ID", "local");
    all.put("AWS_SECRET_ACCESS_KEY", "local");
    all.putAll(environment);
    return new LocalService(
        ChildJvm.start(name, options, classPath, command, Map.copyOf(all), output));
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  public long pid() {
    return process.pid();
  }

  /** Runs the callback once the process has ended, at once if it already has. */
  public void onExit(Runnable callback) {
    process.onExit(callback);
  }

  /** The last lines of output, for the message of an error. */
  public String tail() {
    return process.tail();
  }

  /** Kills the process, as kill -9 does, and waits until it has ended. */
  @Override
  public void close() {
    process.close();
  }
}
