package io.github.dynamooutbox.aws.internal.target;

import io.github.dynamooutbox.aws.internal.call.RequestErrors;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * The size up to which a topic, queue or stream itself takes entries. It is read before the first
 * entry is sent that is larger than the least it can be set to, and again after ten minutes, so
 * that those who send only smaller ones pay nothing. Where it cannot be read, the service decides.
 * Thread-safe.
 */
final class OwnLimit {
  /** A setting that was changed is noticed after that time. */
  private static final Duration VALID = Duration.ofMinutes(10);

  private static final Logger LOG = LoggerFactory.getLogger(OwnLimit.class);

  private final String target;
  private final long always;
  private final String right;
  private final LongSupplier setting;
  private final InstantSource clock;

  /** Held by who reads. One who waits for the first reading can be interrupted. */
  private final ReentrantLock reading = new ReentrantLock();

  private volatile @Nullable Known known;

  private record Known(long bytes, Instant readAt) {
    boolean holds(Instant now) {
      return now.isBefore(readAt.plus(VALID)) && !now.isBefore(readAt);
    }
  }

  /**
   * @param always size that is taken whatever the setting, in bytes
   * @param right the action that has to be allowed to read it
   * @param setting reads it; blocks, and throws {@link SdkException} if that is impossible
   */
  OwnLimit(String target, long always, String right, LongSupplier setting, InstantSource clock) {
    this.target = target;
    this.always = always;
    this.right = right;
    this.setting = setting;
    this.clock = clock;
  }

  /**
   * The limit that applies to an entry of this size. Blocks until it has been read once. Later it
   * is read by one caller, while others go by what was read before.
   *
   * @throws SdkException if the call was cancelled meanwhile
   * @throws InterruptedException if it was while another caller read
   */
  long forEntry(long bytes) throws InterruptedException {
    if (bytes <= always) {
      return always;
    }
    Known before = known;
    if (before != null && (before.holds(clock.instant()) || !reading.tryLock())) {
      return before.bytes();
    }
    if (before == null) {
      reading.lockInterruptibly();
    }
    try {
      Instant now = clock.instant();
      Known latest = known;
      if (latest == null || !latest.holds(now)) {
        latest = new Known(read(), now);
        known = latest;
      }
      return latest.bytes();
    } finally {
      reading.unlock();
    }
  }

  private long read() {
    try {
      return setting.getAsLong();
    } catch (SdkException e) {
      if (e instanceof AbortedException || Thread.currentThread().isInterrupted()) {
        // Says nothing about the setting: the next caller reads it.
        throw e;
      }
      LOG.atWarn()
          .addKeyValue("target", target)
          .addKeyValue("code", RequestErrors.retry(e).code())
          .log(
              "The size limit of a target's topic, queue or stream could not be read: the service"
                  + " decides about events over {} bytes. The relay's role needs {}: {}",
              always,
              right,
              RequestErrors.retry(e).message());
      return Long.MAX_VALUE;
    }
  }
}
