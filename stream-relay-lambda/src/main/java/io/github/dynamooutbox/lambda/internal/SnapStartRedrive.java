package io.github.dynamooutbox.lambda.internal;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.host.ConfiguredRedrive;
import io.github.dynamooutbox.aws.host.EmfWriter;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import java.time.Duration;
import org.crac.Context;
import org.crac.Core;
import org.crac.Resource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A redrive with clients and threads of its own and support for snapshots: it loads what it needs
 * before a snapshot is taken, and after a restore it opens again what functions that start from the
 * same snapshot must not share.
 */
public final class SnapStartRedrive implements Resource {
  private static final Logger LOG = LoggerFactory.getLogger(RedriveRun.class);

  private final RelayConfig config;
  private final EmfWriter metrics = FunctionMetrics.of(System.getenv());
  private ConfiguredRedrive configured;

  private SnapStartRedrive(RelayConfig config) {
    this.config = config;
    this.configured = ConfiguredRedrive.open(config, new RedriveLog());
  }

  /**
   * Builds clients and threads; they last as long as the function.
   *
   * @throws io.github.dynamooutbox.aws.config.ConfigException if no control table is configured
   */
  public static SnapStartRedrive open(RelayConfig config) {
    SnapStartRedrive redrive = new SnapStartRedrive(config);
    Core.getGlobalContext().register(redrive);
    return redrive;
  }

  /**
   * Redrives until everything is done or the time is nearly up.
   *
   * @param invocation identifies the invocation
   * @return what was done, as JSON
   */
  public String redrive(String invocation, RedriveRequest request, Duration remaining) {
    return new RedriveRun(configured, metrics).redrive(invocation, request, remaining);
  }

  @Override
  public void beforeCheckpoint(Context<? extends Resource> context) {
    Priming.run(config);
    configured.close();
  }

  @Override
  public void afterRestore(Context<? extends Resource> context) {
    configured = ConfiguredRedrive.open(config, new RedriveLog());
  }

  void close() {
    configured.close();
  }

  /** Logs without payloads. What could not be written can only cause duplicates. */
  private static final class RedriveLog implements RelayObserver {
    @Override
    public void observe(RelayEvent event) {
      if (event instanceof RelayEvent.Rejected it) {
        LOG.warn(
            "Target {} rejects event {} again: {}: {}",
            it.target(),
            it.envelope().event().id(),
            it.code(),
            it.message());
      } else if (event instanceof RelayEvent.Lost it) {
        LOG.warn("The {} of {} events could not be written: {}", it.what(), it.events(), it.code());
      } else if (event instanceof RelayEvent.ControlFailed it) {
        LOG.warn("The control table failed to {}: {}: {}", it.what(), it.code(), it.message());
      }
    }
  }
}
