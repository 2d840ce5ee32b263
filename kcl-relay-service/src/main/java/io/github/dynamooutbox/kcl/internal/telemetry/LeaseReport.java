package io.github.dynamooutbox.kcl.internal.telemetry;

import io.github.dynamooutbox.kcl.internal.lease.LeaseOwners.Owned;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** Which worker relays which shard since when, and which one leads, as lines of text. */
public final class LeaseReport {
  private LeaseReport() {}

  /**
   * Returns a line for the leader and one for each shard.
   *
   * @param now the current time
   */
  public static String of(Optional<String> leader, List<Owned> owners, Instant now) {
    StringBuilder text = new StringBuilder("leader ").append(leader.orElse("unknown")).append('\n');
    for (Owned each : owners) {
      text.append(each.shard())
          .append(' ')
          .append(each.worker().orElse("nobody"))
          .append(each.atLeast() ? " since before " : " since ")
          .append(now.minus(each.lasting()).truncatedTo(ChronoUnit.SECONDS));
      if (each.silent() && each.worker().isPresent()) {
        text.append(", does not renew its lease");
      }
      text.append('\n');
    }
    return text.toString();
  }
}
