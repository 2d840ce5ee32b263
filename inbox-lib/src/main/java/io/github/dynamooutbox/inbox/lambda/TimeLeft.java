package io.github.dynamooutbox.inbox.lambda;

import java.time.Duration;
import java.util.function.IntSupplier;

/** What an invocation has left, less the reserve for its answer. */
record TimeLeft(IntSupplier remainingMillis, Duration reserve) {

  /** Not positive once the time is over. */
  Duration left() {
    return Duration.ofMillis(remainingMillis.getAsInt()).minus(reserve);
  }
}
