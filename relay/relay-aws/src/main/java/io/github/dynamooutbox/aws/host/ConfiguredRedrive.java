package io.github.dynamooutbox.aws.host;

import io.github.dynamooutbox.aws.config.ConfigException;
import io.github.dynamooutbox.aws.config.InvocationTime;
import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.control.DecisionLog;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.relay.loop.ThreadEventLoop;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.redrive.Purge;
import io.github.dynamooutbox.relay.redrive.Redrive;
import io.github.dynamooutbox.relay.redrive.RedriveBuilder;
import io.github.dynamooutbox.relay.redrive.RedriveOrder;
import io.github.dynamooutbox.relay.redrive.RedriveResult;
import io.github.dynamooutbox.relay.redrive.RedriveTime;
import io.github.dynamooutbox.relay.redrive.WaysOut;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;

/**
 * A redrive as configured, with its clients and threads. Thread-safe, but a host needs only one run
 * at a time, because a run works on all parts.
 */
public final class ConfiguredRedrive implements AutoCloseable {
  /** Parts and lanes are read and written at the same time. */
  private static final int CONTROL_THREADS = 32;

  /** Time that is left for the response and for metrics. */
  private static final Duration TO_ANSWER = Duration.ofSeconds(1);

  /** By how much a lease outlasts the invocation, whatever is delayed. */
  private static final Duration LEASED_LONGER = Duration.ofSeconds(30);

  private final ExecutorService executor;
  private final AwsControl control;
  private final AwsTargets targets;
  private final ThreadEventLoop loop;
  private final Redrive redrive;
  private final List<String> targetNames;
  private final Duration margin;

  private ConfiguredRedrive(
      RelayConfig config,
      ExecutorService executor,
      AwsControl control,
      AwsTargets targets,
      ThreadEventLoop loop,
      Redrive redrive) {
    this.executor = executor;
    this.control = control;
    this.targets = targets;
    this.loop = loop;
    this.redrive = redrive;
    targetNames = config.targets().stream().map(TargetConfig::name).toList();
    margin = margin(config);
  }

  /**
   * Builds clients and threads. Sends nothing.
   *
   * @param observer notified of what is published, retried and rejected, and of what could not be
   *     written
   * @throws ConfigException if no control table is configured
   */
  public static ConfiguredRedrive open(RelayConfig config, RelayObserver observer) {
    return open(config, observer, OptionalDouble.empty());
  }

  /**
   * The same, limited.
   *
   * @param eventsPerSecond the most events a second, for all targets together; empty: no limit
   * @throws ConfigException if no control table is configured
   * @throws IllegalArgumentException if the limit is not a positive number
   */
  public static ConfiguredRedrive open(
      RelayConfig config, RelayObserver observer, OptionalDouble eventsPerSecond) {
    ExecutorService executor = CallThreads.open(AwsTargets.threads(config) + CONTROL_THREADS);
    AwsControl control =
        AwsControl.open(config, executor, InstantSource.system(), CONTROL_THREADS)
            .orElseThrow(
                () ->
                    new ConfigException(
                        List.of("controlTable: is missing: without it nothing is parked")));
    AwsTargets targets = AwsTargets.open(config, executor, InstantSource.system());
    ThreadEventLoop loop = new ThreadEventLoop("outbox-redrive");
    RedriveBuilder builder =
        Redrive.builder(
                new RedriveBuilder.Setup(
                    control.table().queues(), targets.all(), config.rules(), loop))
            .schema(config.table().schema())
            .backoff(ConfiguredRelay.backoff(config.relay().backoff()))
            .observer(observer);
    eventsPerSecond.ifPresent(builder::eventsPerSecond);
    return new ConfiguredRedrive(
        config, executor, control, targets, loop, control.equip(builder).build());
  }

  /**
   * How long before its end a run begins nothing more: the last request has to end, and what it
   * published has to be removed from its queue. A run with less time than that publishes nothing.
   */
  public Duration margin() {
    return margin;
  }

  private static Duration margin(RelayConfig config) {
    return InvocationTime.leastToBegin(config.relay().callTimeout());
  }

  /** All queues that are not empty. */
  public CompletionStage<List<QueueSummary>> parked() {
    return redrive.parked();
  }

  /** The figures that metrics report about queues. */
  public ParkedFigures figures(List<QueueSummary> queues) {
    return new ParkedFigures(targetNames, queues, Instant.now());
  }

  /**
   * Redrives queues until all is done, or the time is nearly up.
   *
   * @param name distinguishes this run from all others
   * @param remaining how long the caller has left; longer than {@link #margin}
   * @see Redrive#run
   */
  public CompletionStage<RedriveResult> run(
      String name, List<QueueSummary> queues, RedriveOrder order, Duration remaining) {
    Instant ended = control.clock().instant().plus(remaining);
    RedriveTime time =
        new RedriveTime(ended.minus(margin), ended.minus(TO_ANSWER), ended.plus(LEASED_LONGER));
    return redrive.run(name, queues, order, time);
  }

  /**
   * Checks what {@link #letOut} requires, before a decision is written down.
   *
   * @throws IllegalArgumentException if there is no such other target
   */
  public void check(WaysOut.Selection selection, Optional<String> to) {
    to.ifPresent(name -> redrive.waysOut(control.table().waysOut()).check(selection, name));
  }

  /** Who decided what. */
  public DecisionLog decisions() {
    return control.table().decisions();
  }

  /**
   * Takes events out of their queues for good.
   *
   * @param name distinguishes this call from all others
   * @param to another target to which they are sent; empty: they are discarded
   * @param remaining how long the caller has left
   * @see WaysOut
   */
  public CompletionStage<WaysOut.Outcome> letOut(
      String name,
      WaysOut.Selection selection,
      Optional<String> to,
      WaysOut.Decision decision,
      Duration remaining) {
    WaysOut waysOut = redrive.waysOut(control.table().waysOut());
    Duration leased = remaining.plus(LEASED_LONGER);
    return to.isPresent()
        ? waysOut.send(name, selection, to.get(), decision, leased)
        : waysOut.discard(name, selection, decision, leased);
  }

  /** Discards everything that is parked for a target. */
  public Purge purge() {
    return redrive.purge(control.table().waysOut(), margin);
  }

  /** Closes everything that was opened. Requests in flight fail. */
  @Override
  public void close() {
    loop.close();
    targets.close();
    control.close();
    executor.shutdownNow();
  }
}
