package io.github.dynamooutbox.aws.targets;

import io.github.dynamooutbox.aws.internal.call.RequestErrors;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Entry;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * The size limit that a topic, queue or stream itself has for entries. It is read before the first
 * entry is sent that is larger than the lowest possible limit, and again after ten minutes, so that
 * a relay of smaller entries pays nothing. If it cannot be read, the service decides. Thread-safe.
 */
public final class OwnLimit {
  /** A changed setting is noticed after this time. */
  private static final Duration VALID = Duration.ofMinutes(10);

  private static final Logger LOG = LoggerFactory.getLogger(OwnLimit.class);

  private final String target;
  private final long always;
  private final String right;
  private final Setting setting;
  private final InstantSource clock;

  /** Held by the thread that reads. Waiting for the first read can be interrupted. */
  private final ReentrantLock reading = new ReentrantLock();

  private volatile @Nullable Known known;

  /** Reads a setting. */
  @FunctionalInterface
  public interface Setting {
    /**
     * Reads the setting, and blocks until the answer arrives.
     *
     * @return the most bytes that an entry may have
     * @throws SdkException if it cannot be read
     * @throws IOException the same, with what is wrong as its message
     * @throws InterruptedException if the call was cancelled
     */
    long read() throws IOException, InterruptedException;
  }

  private record Known(long bytes, Instant readAt) {
    boolean holds(Instant now) {
      return now.isBefore(readAt.plus(VALID)) && !now.isBefore(readAt);
    }
  }

  /**
   * @param always size in bytes that is accepted whatever the setting
   * @param right the action that has to be allowed to read it
   * @param setting reads the setting
   * @param clock decides when the setting has to be read again
   */
  public OwnLimit(String target, long always, String right, Setting setting, InstantSource clock) {
    this.target = target;
    this.always = always;
    this.right = right;
    this.setting = setting;
    this.clock = clock;
  }

  /**
   * The limit that applies to an entry of this size. Blocks until it has been read once. Later it
   * is read by one caller, while others use the previous value.
   *
   * @throws SdkException if the call was cancelled meanwhile
   * @throws InterruptedException if the call was cancelled while another caller was reading
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

  /**
   * The refusal of a request as a whole, if it has an entry over the limit: it is split until that
   * entry is alone. May block.
   *
   * @throws SdkException if the call was cancelled meanwhile
   * @throws InterruptedException the same
   */
  public Optional<BatchOutcome> refusal(List<? extends Entry> entries) throws InterruptedException {
    long largest = entries.stream().mapToLong(Entry::bytes).max().orElse(0);
    long own = forEntry(largest);
    return largest <= own
        ? Optional.empty()
        : Optional.of(
            new BatchOutcome.RequestRefused(
                Sending.TOO_LARGE, Sending.tooLarge(target, largest, own)));
  }

  private long read() throws InterruptedException {
    try {
      return setting.read();
    } catch (IOException e) {
      return unreadable(e.getClass().getSimpleName(), String.valueOf(e.getMessage()));
    } catch (SdkException e) {
      if (e instanceof AbortedException || Thread.currentThread().isInterrupted()) {
        // Says nothing about the setting: the next caller reads it.
        throw e;
      }
      return unreadable(RequestErrors.retry(e).code(), RequestErrors.retry(e).message());
    }
  }

  /** The service decides. */
  private long unreadable(String code, String message) {
    LOG.atWarn()
        .addKeyValue("target", target)
        .addKeyValue("code", code)
        .log(
            "The size limit of a target's topic, queue or stream could not be read: the service"
                + " decides about events over {} bytes. The relay's role needs {}: {}",
            always,
            right,
            message);
    return Long.MAX_VALUE;
  }
}
