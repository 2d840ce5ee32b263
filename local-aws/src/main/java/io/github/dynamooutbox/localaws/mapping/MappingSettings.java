package io.github.dynamooutbox.localaws.mapping;

import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/** What a mapping was built with. The builder explains each. */
record MappingSettings(
    int batchSize,
    Duration batchingWindow,
    RecordFilter filter,
    boolean reportItemFailures,
    boolean bisectOnError,
    int maximumRetryAttempts,
    Optional<Duration> maximumRecordAge,
    FailureDestination onFailure,
    Backoff backoff,
    Duration pollInterval,
    OptionalLong swapSeed,
    SwapScope swapScope,
    Clock clock) {}
