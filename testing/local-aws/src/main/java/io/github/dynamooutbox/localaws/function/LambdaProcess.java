package io.github.dynamooutbox.localaws.function;

import io.github.dynamooutbox.localaws.function.FunctionError.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A packaged handler in a JVM of its own, run by AWS's own Java runtime client against a runtime
 * API that this class provides.
 *
 * <p>It behaves like an execution environment of the service: the process starts with the first
 * invocation that needs it, serves one at a time, and is killed when one exceeds the timeout. The
 * next invocation replaces a process that was killed or ended by itself. The environment is clean:
 * {@code PATH}, what Lambda sets, made-up credentials, and the given variables.
 *
 * <p>AWS's runtime client is native code for Linux. Elsewhere a small substitute runs, for {@code
 * RequestStreamHandler}s only; the wire is the same.
 *
 * <p>Thread-safe; callers wait for their turn. The process never outlives this JVM.
 */
public final class LambdaProcess implements LambdaFunction, AutoCloseable {
  /** The service's limit for an event. */
  private static final int MAX_EVENT_BYTES = 6 * 1024 * 1024;

  private final ProcessSettings settings;
  private final ReentrantLock turn = new ReentrantLock(true);
  private volatile @Nullable FunctionInstance instance;
  private volatile boolean closed;
  private final AtomicInteger starts = new AtomicInteger();

  private LambdaProcess(ProcessSettings settings) {
    this.settings = settings;
  }

  /**
   * A builder for a function.
   *
   * @param handler as configured in Lambda, {@code package.Class::method}
   * @param classPath the packaged jar; more than one entry or directories for tests
   */
  public static Builder builder(String handler, Path... classPath) {
    return new Builder(handler, List.of(classPath));
  }

  /** Starts the process now rather than with the first invocation, and waits until it is ready. */
  public void warmUp() throws FunctionError, InterruptedException {
    turn.lockInterruptibly();
    try {
      readyInstance();
    } finally {
      turn.unlock();
    }
  }

  /**
   * @throws FunctionError if the handler threw, the process ended or could not start, or the
   *     timeout passed
   * @throws IllegalArgumentException if the event is larger than 6 MB
   * @throws IllegalStateException if the function is closed
   */
  @Override
  public byte[] invoke(byte[] event) throws FunctionError, InterruptedException {
    if (event.length > MAX_EVENT_BYTES) {
      throw new IllegalArgumentException(
          "An event has up to " + MAX_EVENT_BYTES + " bytes, not " + event.length);
    }
    turn.lockInterruptibly();
    try {
      FunctionInstance running = readyInstance();
      Invocation invocation = new Invocation(event);
      try {
        return runOn(running, invocation);
      } catch (FunctionError e) {
        if (e.kind() != Kind.EXIT || invocation.isTaken()) {
          throw e;
        }
        // The idle process ended before it asked for this one, so the service would start another.
        return runOn(readyInstance(), new Invocation(event));
      }
    } finally {
      turn.unlock();
    }
  }

  /**
   * Kills the process at once, in the middle of an invocation or not. The next invocation starts
   * another.
   */
  public void kill() {
    FunctionInstance running = instance;
    if (running != null) {
      running.kill();
    }
  }

  /** The process's id while one is alive. */
  public OptionalLong pid() {
    FunctionInstance running = instance;
    return running != null && running.isAlive()
        ? OptionalLong.of(running.pid())
        : OptionalLong.empty();
  }

  /** Whether the handler is processing an invocation. */
  public boolean isBusy() {
    FunctionInstance running = instance;
    return running != null && running.isBusy();
  }

  /** How many processes have been started so far: cold starts. */
  public int starts() {
    return starts.get();
  }

  /** From the latest process's start until it was ready for work. */
  public Optional<Duration> initDuration() {
    FunctionInstance latest = instance;
    return latest == null ? Optional.empty() : latest.initDuration();
  }

  /** From the latest process's start until its first response arrived. */
  public Optional<Duration> firstResponse() {
    FunctionInstance latest = instance;
    return latest == null ? Optional.empty() : latest.firstResponse();
  }

  /** Kills the process; a running invocation fails. */
  @Override
  public void close() {
    closed = true;
    kill();
    turn.lock();
    try {
      FunctionInstance last = instance;
      if (last != null) {
        last.close();
      }
    } finally {
      turn.unlock();
    }
  }

  private byte[] runOn(FunctionInstance running, Invocation invocation)
      throws FunctionError, InterruptedException {
    try {
      return running.run(invocation);
    } catch (FunctionError e) {
      if (e.kind() == Kind.TIMEOUT) {
        running.close();
      }
      throw e;
    } catch (InterruptedException e) {
      // Nobody will read this answer, and the next invocation must not wait for it.
      running.close();
      throw e;
    }
  }

  private FunctionInstance readyInstance() throws FunctionError, InterruptedException {
    if (closed) {
      throw new IllegalStateException("The function is closed");
    }
    FunctionInstance running = instance;
    if (running == null || !running.isAlive()) {
      if (running != null) {
        running.close();
      }
      running = new FunctionInstance(settings);
      instance = running;
      starts.incrementAndGet();
    }
    try {
      running.awaitReady();
    } catch (FunctionError | InterruptedException e) {
      running.close();
      throw e;
    }
    return running;
  }

  /** The settings of a function. */
  public static final class Builder {
    private final String handler;
    private final List<Path> classPath;
    private final Map<String, String> environment = new HashMap<>();
    private final List<String> jvmOptions = new ArrayList<>();
    private String name = "function";
    private Duration timeout = Duration.ofSeconds(30);
    private Duration initTimeout = Duration.ofMinutes(2);
    private int memoryMegabytes = 512;
    private boolean substituteRuntime =
        !System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux");
    private Consumer<String> output = line -> {};

    private Builder(String handler, List<Path> classPath) {
      this.handler = handler;
      this.classPath = classPath;
    }

    /** The function's name. Default {@code function}. */
    public Builder name(String functionName) {
      this.name = functionName;
      return this;
    }

    /** More environment variables. */
    public Builder environment(Map<String, String> more) {
      environment.putAll(more);
      return this;
    }

    /** One more environment variable; replaces one of Lambda's own. */
    public Builder environment(String key, String value) {
      environment.put(key, value);
      return this;
    }

    /** The limit for one invocation, from which the handler's deadline follows. Default 30 s. */
    public Builder timeout(Duration limit) {
      this.timeout = limit;
      return this;
    }

    /**
     * The limit for a start. Default 2 minutes; the service's is 10 s, but its machines are not
     * shared with a build.
     */
    public Builder initTimeout(Duration limit) {
      this.initTimeout = limit;
      return this;
    }

    /** The function's memory, of which the heap gets four fifths. Default 512 MB. */
    public Builder memory(int megabytes) {
      this.memoryMegabytes = megabytes;
      return this;
    }

    /** One more option for the process's JVM, after Lambda's own. */
    public Builder jvmOption(String option) {
      jvmOptions.add(option);
      return this;
    }

    /**
     * Starts the process with a class data archive if the file exists, which halves the CPU time of
     * a start. The archive must have been written with the same class path or a prefix of it.
     */
    public Builder classArchive(Path file) {
      return Files.exists(file) ? jvmOption("-XX:SharedArchiveFile=" + file) : this;
    }

    /** Runs the substitute for AWS's runtime client on Linux too. */
    public Builder substituteRuntime() {
      this.substituteRuntime = true;
      return this;
    }

    /** Receives each line of the process's output, on a thread of its own. Dropped by default. */
    public Builder output(Consumer<String> lines) {
      this.output = lines;
      return this;
    }

    /**
     * A function whose process starts with its first invocation or {@link LambdaProcess#warmUp()}.
     */
    public LambdaProcess build() {
      return new LambdaProcess(
          new ProcessSettings(
              name,
              handler,
              classPath,
              Map.copyOf(environment),
              timeout,
              initTimeout,
              memoryMegabytes,
              List.copyOf(jvmOptions),
              substituteRuntime,
              output));
    }
  }
}
