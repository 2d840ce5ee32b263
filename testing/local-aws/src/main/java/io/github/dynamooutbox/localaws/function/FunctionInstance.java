package io.github.dynamooutbox.localaws.function;

import io.github.dynamooutbox.localaws.LocalClients;
import io.github.dynamooutbox.localaws.function.FunctionError.Kind;
import io.github.dynamooutbox.localaws.internal.ServerJars;
import io.github.dynamooutbox.testdynamodb.internal.ChildJvm;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringTokenizer;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One execution environment of a function: a process and the runtime API that it talks to, from
 * start to end.
 */
final class FunctionInstance implements AutoCloseable {
  private static final String SUBSTITUTE =
      "io.github.dynamooutbox.localaws.launch.SubstituteRuntime";

  /** The first Java version that warns when a library loads native code. */
  private static final int WARNS_OF_NATIVE_CODE = 24;

  private final ProcessSettings settings;
  private final RuntimeApi api;
  private final ChildJvm process;
  private final long started = System.nanoTime();
  private volatile boolean killed;
  private volatile @Nullable Duration initDuration;
  private volatile @Nullable Duration firstResponse;

  FunctionInstance(ProcessSettings settings) {
    this.settings = settings;
    String arn =
        "arn:aws:lambda:"
            + LocalClients.REGION.id()
            + ":"
            + LocalClients.ACCOUNT
            + ":function:"
            + settings.name();
    this.api = new RuntimeApi(arn, settings.timeout());
    this.process = launch();
    process.onExit(this::ended);
  }

  long pid() {
    return process.pid();
  }

  /**
   * Whether it can take another invocation. A process that is being killed may still look alive.
   */
  boolean isAlive() {
    return !killed && process.isAlive();
  }

  /** Whether the process has an invocation and has not answered it. */
  boolean isBusy() {
    return process.isAlive() && api.isBusy();
  }

  /** From the process's start to its first request for an invocation. */
  Optional<Duration> initDuration() {
    return Optional.ofNullable(initDuration);
  }

  /** From the process's start to its first response. */
  Optional<Duration> firstResponse() {
    return Optional.ofNullable(firstResponse);
  }

  /** Waits until the process is ready for work. */
  void awaitReady() throws FunctionError, InterruptedException {
    try {
      api.ready().get(settings.initTimeout().toMillis(), TimeUnit.MILLISECONDS);
      if (initDuration == null) {
        initDuration = sinceStart();
      }
    } catch (TimeoutException e) {
      throw new FunctionError(
          Kind.INIT, "Sandbox.Timedout", "No init within " + settings.initTimeout() + tail());
    } catch (ExecutionException e) {
      if (e.getCause() instanceof FunctionError cause) {
        throw new FunctionError(Kind.INIT, cause.type(), cause.getMessage() + tail());
      }
      throw new IllegalStateException(e);
    }
  }

  byte[] run(Invocation invocation) throws FunctionError, InterruptedException {
    api.submit(invocation);
    if (!process.isAlive()) {
      ended();
    }
    byte[] response = invocation.await(settings.timeout());
    if (firstResponse == null) {
      firstResponse = sinceStart();
    }
    return response;
  }

  /** Kills the process; a running invocation fails as soon as it has ended. */
  void kill() {
    killed = true;
    process.kill();
  }

  @Override
  public void close() {
    process.close();
    api.close();
  }

  private void ended() {
    api.processEnded(
        new FunctionError(
            Kind.EXIT, "Runtime.ExitError", "The function's process ended, " + process.state()));
  }

  private Duration sinceStart() {
    return Duration.ofNanos(System.nanoTime() - started);
  }

  private String tail() {
    return "\n" + process.tail();
  }

  private ChildJvm launch() {
    List<String> options = new ArrayList<>();
    // As Lambda starts Java; the heap gets the memory that the rest of the JVM leaves. -Xshare
    // stays at its default: an AOT cache cannot be created with that option.
    options.add("-Xmx" + settings.memoryMegabytes() * 4 / 5 + "m");
    options.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    if (Runtime.version().feature() >= WARNS_OF_NATIVE_CODE) {
      // AWS's runtime client loads native code, and the warning would be in the function's output.
      // --enable-native-access would write an error there when a class archive is used.
      options.add("--illegal-native-access=allow");
    }
    if (!settings.substituteRuntime()) {
      RuntimeLibrary.jvmOption().ifPresent(options::add);
    }
    options.addAll(settings.jvmOptions());
    String application =
        settings.classPath().stream()
            .map(Path::toString)
            .collect(Collectors.joining(File.pathSeparator));
    return ChildJvm.start(
        settings.name(),
        options,
        runtimeClassPath() + File.pathSeparator + application,
        List.of(mainClass(), settings.handler()),
        environment(),
        settings.output());
  }

  /** The class path that the build resolved for AWS's runtime client and its substitute. */
  static String runtimeClassPath() {
    return ServerJars.of(
        "testing/local-aws/class-paths",
        SUBSTITUTE,
        "/io/github/dynamooutbox/localaws/lambda-runtime.classpath");
  }

  private String mainClass() {
    return settings.substituteRuntime()
        ? SUBSTITUTE
        : "com.amazonaws.services.lambda.runtime.api.client.AWSLambda";
  }

  private Map<String, String> environment() {
    Map<String, String> environment = ChildJvm.minimalEnvironment();
    environment.put("TZ", ":UTC");
    environment.put("AWS_REGION", LocalClients.REGION.id());
    environment.put("AWS_DEFAULT_REGION", LocalClients.REGION.id());
    environment.put("AWS_ACCESS_KEY_ID", "local");
    environment.put("AWS_SECRET_ACCESS_KEY", "local");
    environment.put("AWS_EXECUTION_ENV", "AWS_Lambda_java17");
    environment.put("AWS_LAMBDA_FUNCTION_NAME", settings.name());
    environment.put("AWS_LAMBDA_FUNCTION_VERSION", "$LATEST");
    environment.put(
        "AWS_LAMBDA_FUNCTION_MEMORY_SIZE", Integer.toString(settings.memoryMegabytes()));
    environment.put("AWS_LAMBDA_INITIALIZATION_TYPE", "on-demand");
    environment.put("AWS_LAMBDA_LOG_GROUP_NAME", "/aws/lambda/" + settings.name());
    environment.put("AWS_LAMBDA_LOG_STREAM_NAME", "local");
    environment.put("LAMBDA_TASK_ROOT", "/var/task");
    environment.put("LAMBDA_RUNTIME_DIR", "/var/runtime");
    environment.put("_HANDLER", settings.handler());
    environment.putAll(settings.environment());
    environment.put("AWS_LAMBDA_RUNTIME_API", api.address());
    return environment;
  }

  /**
   * The native code of AWS's runtime client, unpacked once for all processes of this JVM.
   *
   * <p>By default each process unpacks it to the same file in {@code /tmp}, which is safe in
   * Lambda, with one process per machine. Here, of two processes that start at once, one could load
   * what the other is still writing, and crash.
   */
  private static final class RuntimeLibrary {
    private static final String PROPERTY =
        "com.amazonaws.services.lambda.runtime.api.client.runtimeapi.NativeClient.JNI";

    private static final Optional<Path> FILE = unpack();

    private RuntimeLibrary() {}

    /**
     * The option that tells the client where its library is; empty if it has none for this machine.
     */
    static Optional<String> jvmOption() {
      return FILE.map(file -> "-D" + PROPERTY + "=" + file);
    }

    private static Optional<Path> unpack() {
      try (URLClassLoader client = new URLClassLoader(jars(), null)) {
        URL library = client.findResource("jni/libaws-lambda-jni." + platform() + ".so");
        if (library == null) {
          return Optional.empty();
        }
        Path file = Files.createTempFile("libaws-lambda-jni", ".so");
        file.toFile().deleteOnExit();
        try (var from = library.openStream()) {
          Files.write(file, from.readAllBytes());
        }
        return Optional.of(file);
      } catch (IOException e) {
        throw new UncheckedIOException("Cannot unpack the runtime client's library", e);
      }
    }

    private static URL[] jars() throws IOException {
      List<URL> urls = new ArrayList<>();
      var jars = new StringTokenizer(FunctionInstance.runtimeClassPath(), File.pathSeparator);
      while (jars.hasMoreTokens()) {
        urls.add(Path.of(jars.nextToken()).toUri().toURL());
      }
      return urls.toArray(URL[]::new);
    }

    /** The platform as the client names it: by C library and processor. */
    private static String platform() {
      boolean arm = System.getProperty("os.arch").equals("aarch64");
      boolean musl =
          Files.exists(Path.of("/lib/ld-musl-" + (arm ? "aarch64" : "x86_64") + ".so.1"));
      return (musl ? "linux_musl-" : "linux-") + (arm ? "aarch_64" : "x86_64");
    }
  }
}
