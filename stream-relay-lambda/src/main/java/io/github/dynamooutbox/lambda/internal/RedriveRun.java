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
import io.github.dynamooutbox.relay.redrive.RedriveSummary;
import io.github.dynamooutbox.relay.redrive.Redriver;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ExecutorService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Redrives closed lanes for as long as an invocation lasts. */
public final class RedriveRun {
  /** Nothing is begun when less is left: an event, its step in the table and the receipt. */
  private static final Duration MARGIN = Duration.ofSeconds(10);

  private static final int LANES_AT_ONCE = 16;

  /** So that one long lane does not take the whole invocation from the others. */
  private static final int MAX_EVENTS_PER_LANE = 1_000;

  private static final Logger LOG = LoggerFactory.getLogger(RedriveRun.class);

  private final LanesRedrive redrive;

  RedriveRun(LanesRedrive redrive) {
    this.redrive = redrive;
  }

  /**
   * Builds clients and threads; they last as long as the function.
   *
   * @throws ConfigException if no control table is configured
   */
  public static RedriveRun open(RelayConfig config) {
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
    return new RedriveRun(
        new LanesRedrive(lot, redriver, loop, LANES_AT_ONCE, MAX_EVENTS_PER_LANE));
  }

  /** What is not written down can only be published twice. */
  private static final class ReceiptLog implements RelayObserver {
    @Override
    public void lost(String what, int events, String code) {
      LOG.warn("The {} of {} events could not be written: {}", what, events, code);
    }
  }

  /**
   * Redrives until all is done or the time is nearly up.
   *
   * @return what was done, as JSON
   */
  public String redrive(RedriveRequest request, Duration remaining) {
    if (remaining.compareTo(MARGIN) <= 0) {
      LOG.error(
          "{} ms are left of the invocation's time, and no lane is begun with less than {} ms: give"
              + " the function a longer timeout",
          remaining.toMillis(),
          MARGIN.toMillis());
    }
    long end = System.nanoTime() + remaining.minus(MARGIN).toNanos();
    RedriveSummary summary =
        redrive
            .run(
                lane -> request.reasons().contains(lane.reason()),
                () -> System.nanoTime() - end < 0)
            .toCompletableFuture()
            .join();
    summary
        .stillParked()
        .forEach(
            (lane, why) ->
                LOG.warn("Lane {} is still parked: {}: {}", lane, why.code(), why.message()));
    LOG.info(
        "Redrive: {} lanes reopened, {} events published, {} lanes still parked, {} not tried",
        summary.reopened(),
        summary.published(),
        summary.stillParked().size(),
        summary.notTried());
    return "{\"reopened\":%d,\"published\":%d,\"stillParked\":%d,\"notTried\":%d}"
        .formatted(
            summary.reopened(),
            summary.published(),
            summary.stillParked().size(),
            summary.notTried());
  }
}
