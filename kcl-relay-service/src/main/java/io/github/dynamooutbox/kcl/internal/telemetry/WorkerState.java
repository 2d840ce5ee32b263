package io.github.dynamooutbox.kcl.internal.telemetry;

import io.github.dynamooutbox.kcl.internal.shard.OpenShards;
import java.util.OptionalInt;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What is known of a worker beside what its relay does.
 *
 * @param shards those that it relays
 * @param unowned shards that no worker relays; empty while that is not known
 * @param reads of the stream, since the start
 * @param trimmed how often a position was asked for whose records were gone, since the start
 */
public record WorkerState(
    OpenShards shards, Supplier<OptionalInt> unowned, LongSupplier reads, LongSupplier trimmed) {}
