package io.github.dynamooutbox.aws.host;

import io.github.dynamooutbox.aws.ConfigException;
import io.github.dynamooutbox.aws.RelayConfig;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.relay.loop.ThreadEventLoop;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.ParkedLanes;
import io.github.dynamooutbox.relay.redrive.LanesRedrive;
import io.github.dynamooutbox.relay.redrive.Redriver;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ExecutorService;

/** A redrive according to the configuration, with its clients and threads. */
public final class ConfiguredRedrive implements AutoCloseable {
  private static final int LANES_AT_ONCE = 16;

  /** Prevents one long lane from using up all the time. */
  private static final int MAX_EVENTS_PER_LANE = 1_000;

  private final ExecutorService executor;
  private final AwsControl control;
  private final AwsTargets targets;
  private final ThreadEventLoop loop;
  private final LanesRedrive redrive;

  private ConfiguredRedrive(
      ExecutorService executor,
      AwsControl control,
      AwsTargets targets,
      ThreadEventLoop loop,
      LanesRedrive redrive) {
    this.executor = executor;
    this.control = control;
    this.targets = targets;
    this.loop = loop;
    this.redrive = redrive;
  }

  /**
   * Builds clients and threads. Sends nothing.
   *
   * @param observer notified of receipts that could not be written
   * @throws ConfigException if no control table is configured
   */
  public static ConfiguredRedrive open(RelayConfig config, RelayObserver observer) {
    ExecutorService executor = CallThreads.open(LANES_AT_ONCE + AwsControl.THREADS);
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
            observer);
    return new ConfiguredRedrive(
        executor,
        control,
        targets,
        loop,
        new LanesRedrive(lot, redriver, loop, LANES_AT_ONCE, MAX_EVENTS_PER_LANE));
  }

  public LanesRedrive redrive() {
    return redrive;
  }

  /** Closes what was opened. Requests in flight fail. */
  @Override
  public void close() {
    loop.close();
    targets.close();
    control.close();
    executor.shutdownNow();
  }
}
