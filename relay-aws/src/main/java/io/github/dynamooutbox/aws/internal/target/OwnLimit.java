package io.github.dynamooutbox.aws.internal.target;

import io.github.dynamooutbox.aws.internal.call.RequestErrors;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * The size up to which a topic or stream itself takes entries. It is read before the first entry is
 * sent that is larger than every topic or stream takes, and again after ten minutes, so that those
 * who never send one pay nothing. Where it cannot be read, the service decides. Thread-safe.
 */
final class OwnLimit {
  /** A setting that was raised is noticed after that time. */
  private static final Duration VALID = Duration.ofMinutes(10);

  private static final Logger LOG = LoggerFactory.getLogger(OwnLimit.class);

  private final String target;
  private final long always;
  private final LongSupplier setting;
  private final InstantSource clock;

  // Guarded by this.
  private @Nullable Instant readAt;
  private long known = Long.MAX_VALUE;

  /**
   * @param always size that is taken whatever the setting, in bytes
   * @param setting reads it; blocks, and throws {@link SdkException} if that is impossible
   */
  OwnLimit(String target, long always, LongSupplier setting, InstantSource clock) {
    this.target = target;
    this.always = always;
    this.setting = setting;
    this.clock = clock;
  }

  /** The limit that applies to an entry of this size. Blocks if it has to be read. */
  synchronized long forEntry(long bytes) {
    if (bytes <= always) {
      return always;
    }
    Instant now = clock.instant();
    if (readAt == null || !now.isBefore(readAt.plus(VALID)) || now.isBefore(readAt)) {
      known = read();
      readAt = now;
    }
    return known;
  }

  private long read() {
    try {
      return setting.getAsLong();
    } catch (SdkException e) {
      LOG.atWarn()
          .addKeyValue("target", target)
          .addKeyValue("code", RequestErrors.retry(e).code())
          .log(
              "The size limit of a target's topic or stream could not be read: the service decides"
                  + " about events over {} bytes. The relay's role needs sns:GetTopicAttributes or"
                  + " kinesis:DescribeStreamSummary: {}",
              always,
              RequestErrors.retry(e).message());
      return Long.MAX_VALUE;
    }
  }
}
