package io.github.dynamooutbox.localaws.mapping;

import io.github.dynamooutbox.localaws.mapping.EventSourceMapping.SwapScope;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/** The settings of a mapping; the builder documents each. */
record DeliverySettings(
    int batchSize,
    Duration batchingWindow,
    RecordFilter filter,
    boolean reportItemFailures,
    boolean bisectOnError,
    int maximumRetryAttempts,
    Optional<Duration> maximumRecordAge,
    Consumer<DiscardedBatch> onFailure,
    FullJitter backoff,
    Duration pollInterval,
    OptionalLong swapSeed,
    SwapScope swapScope,
    Clock clock) {

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
}
