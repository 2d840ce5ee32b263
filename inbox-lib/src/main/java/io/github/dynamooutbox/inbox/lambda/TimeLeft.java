package io.github.dynamooutbox.inbox.lambda;

import java.time.Duration;
import java.util.function.IntSupplier;

/** The time left to an invocation, minus the reserve for its response. */
record TimeLeft(IntSupplier remainingMillis, Duration reserve) {

  /** Zero or negative once the time is up. */
  Duration left() {
    return Duration.ofMillis(remainingMillis.getAsInt()).minus(reserve);
  }
}
