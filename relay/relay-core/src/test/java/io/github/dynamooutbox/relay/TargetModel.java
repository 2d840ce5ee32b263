package io.github.dynamooutbox.relay;

import io.github.dynamooutbox.relay.decode.Envelope;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;

/** Decides which attempts, of one entry each, a target accepts. */
interface TargetModel {
  /** Accepts everything. */
  TargetModel HEALTHY = (now, event) -> true;

  boolean accepts(Instant now, Envelope event);

  /** Takes so many events a second, and at once as many as in one second. */
  static TargetModel bucket(double rate) {
    return new Bucket(rate);
  }

  /** Takes so many events in each second, and the first. */
  static TargetModel window(int most) {
    long[] window = new long[2];
    return (now, event) -> {
      if (window[0] != now.getEpochSecond()) {
        window[0] = now.getEpochSecond();
        window[1] = 0;
      }
      return window[1]++ < most;
    };
  }

  /** Accepts this share of the attempts. */
  static TargetModel share(double share) {
    Random random = new Random(3);
    return (now, event) -> random.nextDouble() < share;
  }

  /** Four shards, by aggregate, each with a bucket of its own. */
  static TargetModel shards(double ratePerShard) {
    TargetModel[] shards = {
      bucket(ratePerShard), bucket(ratePerShard), bucket(ratePerShard), bucket(ratePerShard)
    };
    return (now, event) ->
        shards[Math.floorMod(event.aggregate().toString().hashCode(), 4)].accepts(now, event);
  }

  /** Accepts only this share of the events of one type, and everything else. */
  static TargetModel ofType(String type, double share) {
    TargetModel some = share(share);
    return (now, event) -> !event.event().type().equals(type) || some.accepts(now, event);
  }

  /** Fails from the start for this long, and then for a part of each period. */
  static TargetModel flapping(
      Instant start, Duration outage, Duration period, Duration downFrom, Duration downFor) {
    return (now, event) -> {
      Duration time = Duration.between(start, now);
      long inPeriod = Math.floorMod(time.toMillis(), period.toMillis()) - downFrom.toMillis();
      boolean isDown = inPeriod >= 0 && inPeriod < downFor.toMillis();
      return time.compareTo(outage) >= 0 && !isDown;
    };
  }

  /** A token bucket that holds the tokens of one second. */
  final class Bucket implements TargetModel {
    private final double rate;
    private double tokens;
    private Instant at = Instant.MIN;

    private Bucket(double rate) {
      this.rate = rate;
      tokens = rate;
    }

    @Override
    public boolean accepts(Instant now, Envelope event) {
      if (!at.equals(Instant.MIN)) {
        double seconds = Duration.between(at, now).toNanos() / 1e9;
        tokens = Math.min(Math.max(rate, 1), tokens + seconds * rate);
      }
      at = now;
      if (tokens < 1) {
        return false;
      }
      tokens--;
      return true;
    }
  }
}
