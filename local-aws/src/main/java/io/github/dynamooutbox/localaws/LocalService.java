package io.github.dynamooutbox.localaws;

import io.github.dynamooutbox.localaws.dynamodb.internal.ChildJvm;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A packaged service in a JVM of its own, as a container would run it. Its environment is clean:
 * {@code PATH}, the local region, made-up credentials, and what is given. The process never
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
   * Starts the service; it may take a while until it is ready.
   *
   * @param options of the JVM
   * @param classPath jars and directories, separated as this platform does it; a jar brings the
   *     libraries that its manifest names
   * @param command main class and arguments
   * @param environment beside the clean one
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

  /** Calls back once the process has ended, at once if it has already. */
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
