package io.github.dynamooutbox.aws.internal.targets;

import io.github.dynamooutbox.aws.targets.FailedCalls;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.kinesis.KinesisClient;

/**
 * Refuses to send to an ordered target whose stream ignores partition keys. The stream is looked at
 * before the first request, and again after ten minutes, or one if it is refused or the service did
 * not answer. If it cannot be read, the target sends, and a service's reason is logged.
 * Thread-safe.
 */
final class StreamOrder {
  private static final Duration VALID = Duration.ofMinutes(10);
  private static final Duration UNSURE = Duration.ofMinutes(1);
  private static final Logger LOG = LoggerFactory.getLogger(StreamOrder.class);

  private final String target;
  private final String stream;
  private final boolean ordered;
  private final KinesisClient client;
  private final InstantSource clock;

  /** Held by the thread that reads. */
  private final ReentrantLock reading = new ReentrantLock();

  private volatile @Nullable Known known;

  private record Known(Optional<Retry> refusal, Instant readAt, Duration valid) {
    boolean holds(Instant now) {
      return now.isBefore(readAt.plus(valid)) && !now.isBefore(readAt);
    }
  }

  StreamOrder(
      String target, String stream, boolean ordered, KinesisClient client, InstantSource clock) {
    this.target = target;
    this.stream = stream;
    this.ordered = ordered;
    this.client = client;
    this.clock = clock;
  }

  /** Why nothing is sent now; empty if the order is kept, or does not matter. Blocks once. */
  Optional<Retry> refusal() throws InterruptedException {
    if (!ordered) {
      return Optional.empty();
    }
    Known before = known;
    if (before != null && (before.holds(clock.instant()) || !reading.tryLock())) {
      return before.refusal();
    }
    if (before == null) {
      reading.lockInterruptibly();
    }
    try {
      Known latest = known;
      if (latest == null || !latest.holds(clock.instant())) {
        latest = read();
        known = latest;
      }
      return latest.refusal();
    } finally {
      reading.unlock();
    }
  }

  private Known read() {
    try {
      return KinesisSettings.read(client, stream).ignoresPartitionKeys()
          ? known(
              new Retry(
                  "PARTITION_KEYS_IGNORED",
                  "stream %s of target %s: %s".formatted(stream, target, KinesisSettings.REMEDY)),
              UNSURE)
          : known(null, VALID);
    } catch (SdkException e) {
      if (e instanceof AbortedException || Thread.currentThread().isInterrupted()) {
        throw e;
      }
      if (!(e instanceof AwsServiceException)) {
        return known(null, UNSURE);
      }
      LOG.atWarn()
          .addKeyValue("target", target)
          .addKeyValue("code", FailedCalls.retry(e).code())
          .log(
              "Whether a target's stream keeps the order of partition keys could not be read. The"
                  + " relay's role needs kinesis:DescribeStreamSummary: {}",
              FailedCalls.retry(e).message());
      return known(null, VALID);
    }
  }

  private Known known(@Nullable Retry refusal, Duration valid) {
    return new Known(Optional.ofNullable(refusal), clock.instant(), valid);
  }
}
