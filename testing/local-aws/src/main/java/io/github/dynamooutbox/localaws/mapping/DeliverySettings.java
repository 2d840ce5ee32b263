package io.github.dynamooutbox.localaws.mapping;

import io.github.dynamooutbox.localaws.mapping.EventSourceMapping.SwapScope;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
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
    Clock clock) {}
