package io.github.dynamooutbox.lambda.internal;

import io.github.dynamooutbox.aws.AwsControl;
import io.github.dynamooutbox.aws.AwsTargets;
import io.github.dynamooutbox.aws.ConfigException;
import io.github.dynamooutbox.aws.RelayConfig;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.relay.RelayObserver;
import io.github.dynamooutbox.relay.ThreadEventLoop;
import io.github.dynamooutbox.relay.park.ParkedLanes;
import io.github.dynamooutbox.relay.redrive.LanesRedrive;
import io.github.dynamooutbox.relay.redrive.Redriver;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ExecutorService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A redrive as the configuration says, with the clients and threads that it needs. */
final class ConfiguredRedrive implements AutoCloseable {
  private static final int LANES_AT_ONCE = 16;

  /** So that one long lane does not take the whole invocation from the others. */
  private static final int MAX_EVENTS_PER_LANE = 1_000;

  private static final Logger LOG = LoggerFactory.getLogger(RedriveRun.class);

  private final ExecutorService executor;
  private final AwsControl control;
  private final AwsTargets targets;
  private final ThreadEventLoop loop;
  private final RedriveRun run;

  private ConfiguredRedrive(
      ExecutorService executor,
      AwsControl control,
      AwsTargets targets,
      ThreadEventLoop loop,
      RedriveRun run) {
    this.executor = executor;
    this.control = control;
    this.targets = targets;
    this.loop = loop;
    this.run = run;
  }

  /**
   * Builds clients and threads. Sends nothing.
   *
   * @throws ConfigException if no control table is configured
   */
  static ConfiguredRedrive open(RelayConfig config) {
    ExecutorService executor = ConfiguredRelay.calls(LANES_AT_ONCE + AwsControl.THREADS);
    AwsControl control =
        AwsControl.open(config, executor, InstantSource.system())
            .orElseThrow(
                () ->
                    new ConfigException(
                        List.of("controlTable: is missing: without it nothing is parked")));
    ParkedLanes lot = control.table().parkedLanes();
    AwsTargets targets = AwsTargets.open(config, executor, InstantSource.system());
    ThreadEventLoop loop = new ThreadEventLoop("outbox-redrive");
    Redriver redriver =
        control.equip(
            new Redriver(
                lot, targets.all(), config.rules(), new RecordCodec(config.table().schema()), loop),
            InstantSource.system(),
            new ReceiptLog());
    return new ConfiguredRedrive(
        executor,
        control,
        targets,
        loop,
        new RedriveRun(new LanesRedrive(lot, redriver, loop, LANES_AT_ONCE, MAX_EVENTS_PER_LANE)));
  }

  /** What is not written down can only be published twice. */
  private static final class ReceiptLog implements RelayObserver {
    @Override
    public void lost(String what, int events, String code) {
      LOG.warn("The {} of {} events could not be written: {}", what, events, code);
    }
  }

  RedriveRun run() {
    return run;
  }

  @Override
  public void close() {
    loop.close();
    targets.close();
    control.close();
    executor.shutdownNow();
  }
}
