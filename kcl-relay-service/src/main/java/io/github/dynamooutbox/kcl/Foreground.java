package io.github.dynamooutbox.kcl;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.kcl.internal.Signals;
import io.github.dynamooutbox.kcl.settings.ExitCode;
import io.github.dynamooutbox.kcl.settings.ServiceException;
import io.github.dynamooutbox.kcl.settings.WorkerSettings;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The service as a process: runs until it receives a signal to stop, or cannot continue. */
final class Foreground {
  /** ECS and Kubernetes kill a process 30 seconds after the signal. */
  static final Duration STOP = Duration.ofSeconds(22);

  /**
   * The process exits after this time even if something hangs; the next worker publishes what is
   * unfinished.
   */
  static final Duration END = Duration.ofSeconds(24);

  private static final Logger LOG = LoggerFactory.getLogger(Foreground.class);

  private final CompletableFuture<Boolean> stopped = new CompletableFuture<>();
  private volatile @Nullable RelayService service;

  private Foreground() {}

  /** Makes a signal cause an orderly shutdown, even while the configuration is read. */
  static Foreground listening() {
    Foreground foreground = new Foreground();
    Signals.onFirst(foreground::stop);
    return foreground;
  }

  /** Logs what the start waits for. */
  static void waits(String notice) {
    LOG.info("{}", notice);
  }

  /** Returns the exit code. */
  int run(RelayConfig config, WorkerSettings settings) {
    config.warnings().forEach(warning -> LOG.warn("Configuration: {}", warning));
    RelayService started = RelayService.start(config, settings);
    service = started;
    try {
      started.ended().toCompletableFuture().join();
    } catch (CompletionException e) {
      LOG.error("The service cannot continue", e.getCause());
      started.stop(STOP);
      return e.getCause() instanceof ServiceException failure
          ? failure.exitCode()
          : ExitCode.FAILED;
    }
    return stopped.join() ? ExitCode.OK : ExitCode.CUT_SHORT;
  }

  private void stop() {
    endInTime();
    RelayService running = service;
    if (running == null) {
      LOG.info("Stopped cleanly before startup was complete");
      System.exit(ExitCode.OK);
      return;
    }
    LOG.info("Stopping: accepting no more records, finishing what is in flight");
    boolean done = running.stop(STOP);
    LOG.info(done ? "Stopped cleanly" : "Stopped before everything was finished");
    stopped.complete(done);
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
              Runtime.getRuntime().halt(ExitCode.CUT_SHORT);
            },
            "outbox-end");
    guard.setDaemon(true);
    guard.start();
  }
}
