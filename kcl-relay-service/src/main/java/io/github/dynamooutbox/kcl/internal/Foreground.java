package io.github.dynamooutbox.kcl.internal;

import io.github.dynamooutbox.aws.RelayConfig;
import io.github.dynamooutbox.kcl.RelayService;
import io.github.dynamooutbox.kcl.ServiceSettings;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The service as a process: runs until it is told to stop, or cannot go on. */
public final class Foreground {
  /** ECS and Kubernetes kill 30 seconds after they asked. */
  static final Duration STOP = Duration.ofSeconds(22);

  private static final Logger LOG = LoggerFactory.getLogger(Foreground.class);

  private Foreground() {}

  /** Returns the exit code. */
  public static int run(RelayConfig config, ServiceSettings settings) {
    config.warnings().forEach(warning -> LOG.warn("Configuration: {}", warning));
    RelayService service = RelayService.start(config, settings);
    Signals.onFirst(
        () -> {
          LOG.info("Stops: takes nothing more and finishes what is in flight");
          boolean done = service.stop(STOP);
          LOG.info(done ? "Stopped in order" : "Stopped before everything was finished");
        });
    try {
      service.ended().toCompletableFuture().join();
      return 0;
    } catch (CompletionException e) {
      LOG.error("The service cannot go on", e.getCause());
      service.stop(STOP);
      return 1;
    }
  }
}
