package io.github.dynamooutbox.examples.demo.system;

import io.github.dynamooutbox.examples.demo.system.Functions.Layers;
import io.github.dynamooutbox.localaws.AwsStub;
import io.github.dynamooutbox.localaws.LocalService;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The packaged service as it would run in a container. When it is killed, another one is started,
 * as ECS does.
 */
public final class KclDeployment implements DeployedRelay {
  private static final String CONFIG = "OUTBOX_CONFIG";

  /** The default of the service for the table "orders", which the command line expects, too. */
  private static final String APPLICATION = "orders-outbox-relay";

  /** A short-lived process gains from a JVM that starts fast. */
  private static final List<String> JVM =
      List.of("-Xmx384m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private static final long LOOK_EVERY_NANOS = 200_000;
  private static final Duration START = Duration.ofMinutes(2);
  private static final Duration STEP = Duration.ofMillis(200);

  private final String classPath;
  private final Map<String, String> environment;
  private final Consumer<String> output;
  private final AwsStub targets;
  private final Backlog backlog;
  private final AtomicInteger crashes = new AtomicInteger();
  private LocalService process;
  private int starts;
  private boolean closed;

  private KclDeployment(Path jar, Functions beside) {
    Endpoints aws = beside.aws();
    Resources resources = beside.resources();
    this.classPath = classPath(jar, resources);
    this.environment = new HashMap<>(aws.environment());
    environment.put(
        CONFIG, RelayDocument.of(resources, RelayDocument.Host.KCL, beside.callTimeout()));
    environment.put("OUTBOX_KCL_HTTP", "off");
    this.output = beside.output();
    this.targets = aws.stub();
    this.backlog = new Backlog(aws.dynamoDb(), aws.streams(), resources.streamArn(), APPLICATION);
    this.process = startProcess();
  }

  /**
   * Starts the service, and returns once it reads the stream.
   *
   * @param jar the packaged service
   * @param beside the functions that run with the same endpoints and targets
   * @throws IllegalStateException if it does not start; the message contains its output
   */
  public static KclDeployment start(Path jar, Functions beside) throws InterruptedException {
    KclDeployment relay = new KclDeployment(jar, beside);
    try {
      relay.awaitLeases();
      return relay;
    } catch (InterruptedException | RuntimeException e) {
      relay.close();
      throw e;
    }
  }

  private static String classPath(Path jar, Resources resources) {
    return Stream.concat(Stream.of(jar), Layers.of(resources.targets()).stream())
        .map(Path::toString)
        .collect(Collectors.joining(File.pathSeparator));
  }

  @Override
  public String document() {
    return Objects.requireNonNull(environment.get(CONFIG));
  }

  @Override
  public void crashOnce() {
    long before = published();
    Thread watch = new Thread(() -> killOncePast(before), "relay-crash");
    watch.setDaemon(true);
    watch.start();
  }

  @Override
  public int crashes() {
    return crashes.get();
  }

  @Override
  public synchronized String effort() {
    return "Relay: KCL service, %d starts.".formatted(starts);
  }

  @Override
  public boolean awaitDrained(Duration patience) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (!backlog.isEmpty()) {
      if (System.nanoTime() > deadline) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(STEP.toMillis());
    }
    return true;
  }

  private void awaitLeases() throws InterruptedException {
    long deadline = System.nanoTime() + START.toNanos();
    while (!backlog.isLeased()) {
      LocalService started = current();
      if (!started.isAlive() || System.nanoTime() > deadline) {
        throw new IllegalStateException("The relay did not start\n" + started.tail());
      }
      TimeUnit.MILLISECONDS.sleep(STEP.toMillis());
    }
  }

  private synchronized LocalService current() {
    return process;
  }

  private LocalService startProcess() {
    starts++;
    return LocalService.start(
        "shop-relay",
        JVM,
        classPath,
        List.of("io.github.dynamooutbox.kcl.Main"),
        environment,
        output);
  }

  private void killOncePast(long before) {
    while (published() == before) {
      LockSupport.parkNanos(LOOK_EVERY_NANOS);
    }
    synchronized (this) {
      if (!closed) {
        process.close();
        crashes.incrementAndGet();
        process = startProcess();
      }
    }
  }

  private long published() {
    return targets.eventBridge().count()
        + targets.eventBridgeV2().count()
        + targets.sns().count()
        + targets.kinesis().count();
  }

  @Override
  public synchronized void close() {
    closed = true;
    process.close();
  }
}
