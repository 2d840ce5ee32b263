package io.github.dynamooutbox.localaws.mapping;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Full jitter: a random wait below a bound that doubles with each failure, up to a maximum. */
record FullJitter(Duration base, Duration maximum) {
  /**
   * @param failures how many attempts in a row have failed, at least 1
   */
  Duration next(int failures) {
    long bound = Math.min(maximum.toMillis(), base.toMillis() << Math.min(failures - 1, 20));
    return Duration.ofMillis(ThreadLocalRandom.current().nextLong(bound + 1));
  }
}
