package io.github.dynamooutbox.aws.internal.table;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttribute;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;

/**
 * The time by which processes compare what they have stored, such as leases and circuits: that of
 * this machine, corrected where the {@code Date} of DynamoDB's answers shows that it is wrong.
 * Clocks of two machines then differ by no more than a second, and by what an answer takes. A
 * machine's clock may say anything; its time is taken as one of the years 1970 to 9999, with which
 * everything can be calculated. Thread-safe.
 */
public final class TableClock implements InstantSource, ExecutionInterceptor {
  /** The header has whole seconds. */
  private static final Duration ROUNDED_TO = Duration.ofSeconds(1);

  /** From here on it is worth a line in the log; the SDK signs with a corrected time itself. */
  private static final Duration NOTEWORTHY = Duration.ofSeconds(5);

  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59Z");

  private static final ExecutionAttribute<Instant> SENT = new ExecutionAttribute<>("outboxSent");
  private static final Logger LOG = LoggerFactory.getLogger(TableClock.class);

  private record Dated(String text, Instant date) {}

  private final InstantSource own;
  private volatile Duration correction = Duration.ZERO;
  private volatile @Nullable Dated last;

  /**
   * Starts without a correction.
   *
   * @param own the clock of this machine
   */
  public TableClock(InstantSource own) {
    this.own = () -> bounded(own.instant());
  }

  /** The nearest time of the years 1970 to 9999. */
  public static Instant bounded(Instant time) {
    if (time.isBefore(Instant.EPOCH)) {
      return Instant.EPOCH;
    }
    return time.isAfter(LAST) ? LAST : time;
  }

  @Override
  public Instant instant() {
    return own.instant().plus(correction);
  }

  @Override
  public void beforeTransmission(
      Context.BeforeTransmission context, ExecutionAttributes attributes) {
    attributes.putAttribute(SENT, own.instant());
  }

  @Override
  public void afterTransmission(Context.AfterTransmission context, ExecutionAttributes attributes) {
    Instant sent = attributes.getAttribute(SENT);
    if (sent != null) {
      context.httpResponse().firstMatchingHeader("Date").ifPresent(date -> answered(sent, date));
    }
  }

  private void answered(Instant sent, String date) {
    try {
      answered(sent, own.instant(), dated(date));
    } catch (DateTimeException e) {
      LOG.debug("The date of an answer cannot be read: {}", date);
    }
  }

  /** It takes longer to read than many an answer, and there is a new one each second only. */
  private Instant dated(String text) {
    Dated latest = last;
    if (latest == null || !latest.text().equals(text)) {
      latest = new Dated(text, DateTimeFormatter.RFC_1123_DATE_TIME.parse(text, Instant::from));
      last = latest;
    }
    return latest.date();
  }

  /** An answer that was made at this time, of which only the second is known. */
  synchronized void answered(Instant sent, Instant received, Instant date) {
    Duration before = correction;
    Duration least = Duration.between(received, date);
    Duration most = Duration.between(sent, date.plus(ROUNDED_TO));
    Duration now = before;
    if (before.compareTo(least) < 0) {
      now = least;
    } else if (before.compareTo(most) > 0) {
      now = most;
    }
    correction = now;
    if (now.minus(before).abs().compareTo(NOTEWORTHY) >= 0) {
      LOG.warn(
          "The clock of this machine is {} ms off DynamoDB's, whose time is used instead: correct it, or metrics and logs will be hard to read",
          now.negated().toMillis());
    }
  }
}
