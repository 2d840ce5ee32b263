package io.github.dynamooutbox.relay.internal.lane;

import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Since when deliveries fail, over the runs of a process: a host may open a relay for each batch,
 * and be handed the same event in the next. In another process it begins anew. Belongs to the
 * relay's loop.
 */
public final class FailingSince {
  /** Who forgets an event parks it later. */
  private static final int REMEMBERED = 10_000;

  private record Failing(Instant since, Instant last) {}

  private final Duration forgottenAfter;
  private final Map<FinishedDelivery, Failing> failing =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<FinishedDelivery, Failing> eldest) {
          return size() > REMEMBERED;
        }
      };

  /**
   * Nothing fails.
   *
   * @param forgottenAfter a delivery that did not fail for so long fails for the first time
   */
  public FailingSince(Duration forgottenAfter) {
    this.forgottenAfter = forgottenAfter;
  }

  /** A delivery fails; returns since when. */
  Instant failed(FinishedDelivery delivery, Instant now) {
    Failing known = failing.get(delivery);
    Instant since =
        known == null || now.isAfter(known.last.plus(forgottenAfter)) ? now : known.since;
    failing.put(delivery, new Failing(since, now));
    return since;
  }

  void finished(FinishedDelivery delivery) {
    failing.remove(delivery);
  }
}
