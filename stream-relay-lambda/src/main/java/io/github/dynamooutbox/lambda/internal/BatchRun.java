package io.github.dynamooutbox.lambda.internal;

import io.github.dynamooutbox.aws.invocation.StreamEvent;
import io.github.dynamooutbox.relay.Relay;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Relays one batch until it is finished or the invocation's time is up.
 *
 * <p>Lambda kills a function that runs out of time, without a response; the whole batch would then
 * be delivered and published again. So the relay stops in time and reports its progress.
 */
public final class BatchRun {
  /**
   * The time to keep in reserve: for aborting requests in flight, saving what is finished beyond
   * the first failure, metrics and the response, on the fraction of a CPU that a small function
   * has.
   */
  static final Duration MARGIN = Duration.ofSeconds(1);

  /** The part of the margin that is kept for metrics and the response. */
  static final Duration ANSWER = Duration.ofMillis(400);

  private static final Logger LOG = LoggerFactory.getLogger(BatchRun.class);

  private final Relay relay;

  public BatchRun(Relay relay) {
    this.relay = relay;
  }

  /**
   * Relays a batch. Returns before the invocation's time is up, whatever the targets do. If the
   * thread is interrupted, stops at once and leaves it interrupted.
   *
   * @param event its records are removed from it
   * @param remaining the invocation's remaining time
   * @return where delivery must continue; empty if everything is finished
   */
  public Optional<StreamPosition> run(StreamEvent event, Duration remaining) {
    if (event.records().isEmpty()) {
      return Optional.empty();
    }
    Duration budget = remaining.minus(MARGIN);
    if (budget.isNegative() || budget.isZero()) {
      LOG.error(
          "{} ms are left of the invocation's time, which is too little to start a batch: give"
              + " the function a longer timeout",
          remaining.toMillis());
      return Optional.of(event.records().get(0).position());
    }
    long closed = System.nanoTime() + remaining.minus(ANSWER).toNanos();
    return relayed(event, relay.open(event.name()), budget, closed);
  }

  private static Optional<StreamPosition> relayed(
      StreamEvent event, ShardRelay shard, Duration budget, long closed) {
    int records = event.records().size();
    try {
      shard.submit(event.takeRecords());
      if (!isDoneWithin(budget, shard.settled())) {
        LOG.warn("The invocation's time ran out before its {} records were finished", records);
      }
      return closed(shard, Duration.ofNanos(Math.max(0, closed - System.nanoTime())));
    } catch (InterruptedException e) {
      LOG.warn("The invocation was interrupted before its {} records were finished", records);
      shard.close();
      Thread.currentThread().interrupt();
      return shard.firstUnfinished();
    }
  }

  /** If closing takes too long, reports what is finished by then: that can only grow. */
  private static Optional<StreamPosition> closed(ShardRelay shard, Duration time)
      throws InterruptedException {
    CompletableFuture<Optional<StreamPosition>> closing = shard.close().toCompletableFuture();
    if (isDoneWithin(time, closing)) {
      return closing.join();
    }
    LOG.warn("What is finished beyond the first failure may not have been saved in time");
    return shard.firstUnfinished();
  }

  private static boolean isDoneWithin(Duration time, CompletionStage<?> stage)
      throws InterruptedException {
    try {
      stage.toCompletableFuture().get(time.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException("the relay's stages do not fail", e.getCause());
    }
  }
}
