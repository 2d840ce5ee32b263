package io.github.dynamooutbox.kcl.internal;

import io.github.dynamooutbox.aws.RelayConfig;
import io.github.dynamooutbox.kcl.RelayService;
import io.github.dynamooutbox.kcl.ServiceSettings;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The service as a process: runs until it is told to stop, or cannot go on. */
public final class Foreground {
  /** ECS and Kubernetes kill 30 seconds after they asked. */
  static final Duration STOP = Duration.ofSeconds(22);

  /** Whatever then still hangs holds up nothing: what is unfinished is the next worker's. */
  static final Duration END = Duration.ofSeconds(24);

  private static final Logger LOG = LoggerFactory.getLogger(Foreground.class);

  private volatile @Nullable RelayService service;

  private Foreground() {}

  /** From now on a signal ends the process in order, also while it reads its configuration. */
  public static Foreground listening() {
    Foreground foreground = new Foreground();
    Signals.onFirst(foreground::stop);
    return foreground;
  }

  /** Returns the exit code. */
  public int run(RelayConfig config, ServiceSettings settings) {
    config.warnings().forEach(warning -> LOG.warn("Configuration: {}", warning));
    RelayService started = RelayService.start(config, settings);
    service = started;
    try {
      started.ended().toCompletableFuture().join();
      return 0;
    } catch (CompletionException e) {
      LOG.error("The service cannot go on", e.getCause());
      started.stop(STOP);
      return 1;
    }
  }

  private void stop() {
    endInTime();
    RelayService running = service;
    if (running == null) {
      LOG.info("Stopped in order: it had not started yet");
      System.exit(0);
      return;
    }
    LOG.info("Stops: takes nothing more and finishes what is in flight");
    boolean done = running.stop(STOP);
    LOG.info(done ? "Stopped in order" : "Stopped before everything was finished");
  }

  private static void endInTime() {
    Thread guard =
        new Thread(
            () -> {
              try {
                TimeUnit.NANOSECONDS.sleep(END.toNanos());
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              Runtime.getRuntime().halt(0);
            },
            "outbox-end");
    guard.setDaemon(true);
    guard.start();
  }
}
