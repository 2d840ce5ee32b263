package io.github.dynamooutbox.kcl.it;

import io.github.dynamooutbox.localaws.FaultyGateway;
import io.github.dynamooutbox.localaws.FaultyGateway.Mode;
import java.time.Duration;

/** How the workers' tables and the control table answer. */
enum StrainedTables {
  AS_USUAL("as usual", 0, 0),
  LATE("300 ms late", 300, 0),
  VERY_LATE("1,200 ms late", 1_200, 0),
  THROTTLED("60 % of the calls throttled", 0, 60);

  private final String what;
  private final int millis;
  private final int throttledPercent;

  StrainedTables(String what, int millis, int throttledPercent) {
    this.what = what;
    this.millis = millis;
    this.throttledPercent = throttledPercent;
  }

  /** Lets everything behind this gateway answer like this from now on. */
  void apply(FaultyGateway gateway) {
    gateway.slowDown(Duration.ofMillis(millis));
    if (throttledPercent > 0) {
      gateway.throttle(throttledPercent);
    } else {
      gateway.set(Mode.PASSES);
    }
  }

  @Override
  public String toString() {
    return "tables " + what;
  }
}
