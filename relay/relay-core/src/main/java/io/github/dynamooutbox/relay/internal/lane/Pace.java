package io.github.dynamooutbox.relay.internal.lane;

import io.github.dynamooutbox.relay.publish.PublishOutcome;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * How many entries a second one target is sent by this process. Nothing is limited until the target
 * throttles; from then on it is sent twice what it has lately accepted, so that a target that takes
 * more again is found out soon, and never less than {@link #LEAST}. Where sending less does not
 * help, because the target accepts a share of what it is sent and not a number a second, nothing is
 * limited but by the back-off of each event. The entries of a request count, not the requests.
 * Shared by all shards of the process; confined to the relay's event loop.
 */
public final class Pace {
  /**
   * Attempts a second on average, however much is refused: enough to find out within a second that
   * a target accepts events again, and few enough for eight processes at a target that takes 16 a
   * second.
   */
  public static final double LEAST = 6;

  /** So many attempts for each entry that was accepted. */
  private static final double FOR_ACCEPTED = 2;

  /** More and less of that, by turns. */
  private static final double HIGH = 4 / 3.0;

  private static final double LOW = 2 / 3.0;

  /** For how long an answer counts. */
  private static final Duration LATELY = Duration.ofSeconds(2);

  /** Without a refusal for this long nothing is limited. */
  private static final Duration RECOVERED_AFTER = Duration.ofSeconds(30);

  /** After this time without a failure a target is no longer in trouble; containers take turns. */
  private static final Duration REMEMBERED = Duration.ofMinutes(1);

  /** What may be sent at once after a pause. */
  private static final Duration BURST = Duration.ofMillis(100);

  /**
   * What became of some entries.
   *
   * @param accepted how many the target accepted
   * @param failed how many it did not accept now, but may accept later
   * @param throttled how many of those it refused because it gets too much
   */
  record Answer(int accepted, int failed, int throttled) {}

  private record Counted(Instant at, int accepted) {}

  private final InstantSource clock;
  private final Deque<Counted> lately = new ArrayDeque<>();
  private final Trial trial = new Trial();
  private int accepted;
  private boolean acceptsSome;
  private Instant troubledSince = Instant.MIN;
  private Instant troubledUntil = Instant.MIN;
  private Instant limitedUntil = Instant.MIN;
  private Instant refilledAt = Instant.MIN;
  private double tokens;

  /** Starts without a limit. */
  public Pace(InstantSource clock) {
    this.clock = clock;
  }

  /** Whether what is sent to the target is limited: it has throttled lately. */
  boolean isLimited() {
    Instant now = clock.instant();
    return now.isBefore(limitedUntil) && (trial.isRate() || Trial.isLow(now));
  }

  /** Whether the target takes a number of entries a second, as far as is known. */
  boolean isRate() {
    return trial.isRate();
  }

  /** Since when the target has not accepted everything; empty if it does. */
  Optional<Instant> troubledSince() {
    return clock.instant().isBefore(troubledUntil) ? Optional.of(troubledSince) : Optional.empty();
  }

  /** Whether it has accepted something since then. */
  boolean acceptsSome() {
    return acceptsSome;
  }

  /** How many entries may be sent now. */
  int allowance() {
    if (!isLimited()) {
      return Integer.MAX_VALUE;
    }
    refill();
    return tokens >= quantum() ? (int) tokens : 0;
  }

  /** When it is worth asking again, if nothing may be sent now. */
  Duration untilNext() {
    refill();
    double missing = Math.max(0, quantum() - tokens);
    return Duration.ofNanos(1 + (long) (missing / rate() * 1e9));
  }

  void sent(int entries) {
    if (isLimited()) {
      refill();
      tokens -= entries;
    }
  }

  /** A request was answered; returns how many of its entries the target accepted. */
  int answered(List<? extends PublishOutcome> outcomes) {
    int accepted = 0;
    int failed = 0;
    int throttled = 0;
    for (PublishOutcome outcome : outcomes) {
      accepted += outcome.<Integer>fold(yes -> 1, retry -> 0, no -> 0);
      failed += outcome.<Integer>fold(yes -> 0, retry -> 1, no -> 0);
      throttled += outcome.<Integer>fold(yes -> 0, retry -> retry.throttled() ? 1 : 0, no -> 0);
    }
    answered(new Answer(accepted, failed, throttled));
    return accepted;
  }

  void answered(Answer answer) {
    Instant now = clock.instant();
    lately.addLast(new Counted(now, answer.accepted()));
    accepted += answer.accepted();
    trial.answered(now, answer.accepted() + answer.failed(), answer.accepted());
    if (answer.failed() > 0) {
      acceptsSome &= troubledSince().isPresent();
      troubledSince = troubledSince().orElse(now);
      troubledUntil = now.plus(REMEMBERED);
    }
    acceptsSome |= answer.accepted() > 0;
    if (answer.throttled() > 0) {
      if (!now.isBefore(limitedUntil)) {
        refilledAt = now;
        tokens = 0;
      }
      limitedUntil = now.plus(RECOVERED_AFTER);
    }
  }

  /** Whether the target did not accept everything so lately. */
  boolean hasFailedWithin(Duration time) {
    Instant now = clock.instant();
    return troubledSince().isPresent() && now.isBefore(troubledUntil.minus(REMEMBERED).plus(time));
  }

  /** Entries a second. */
  private double rate() {
    Instant now = clock.instant();
    Instant then = now.minus(LATELY);
    while (!lately.isEmpty() && lately.peekFirst().at().isBefore(then)) {
      accepted -= lately.removeFirst().accepted();
    }
    if (!trial.isRate()) {
      return Math.max(LEAST, trial.attemptsInHigh() / 2);
    }
    double usual = Math.max(LEAST, FOR_ACCEPTED * accepted / LATELY.toSeconds());
    return usual * (Trial.isLow(now) ? LOW : HIGH);
  }

  /** Half a burst at a time, so that requests are not all single entries. */
  private double quantum() {
    return Math.max(1, rate() * BURST.toMillis() / 2e3);
  }

  private void refill() {
    Instant now = clock.instant();
    double rate = rate();
    double most = Math.max(1, rate * BURST.toMillis() / 1e3);
    // The clock may be put back.
    double seconds = Math.max(0, Duration.between(refilledAt, now).toNanos() / 1e9);
    tokens = Math.min(most, tokens + seconds * rate);
    refilledAt = now;
  }
}
