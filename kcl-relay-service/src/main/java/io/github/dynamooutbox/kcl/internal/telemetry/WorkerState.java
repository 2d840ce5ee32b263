package io.github.dynamooutbox.kcl.internal.telemetry;

import io.github.dynamooutbox.kcl.internal.shard.OpenShards;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What is known of a worker beside what its relay does.
 *
 * @param shards those that it relays
 * @param unowned shards that no worker relays; empty while that is not known
 * @param moves how often a shard was seen to get another worker, since the start
 * @param leads whether this worker assigns the leases
 * @param report which worker relays which shard, as text
 * @param reads of the stream, since the start
 * @param trimmed how often a position was asked for whose records were gone, since the start
 */
public record WorkerState(
    OpenShards shards,
    Supplier<OptionalInt> unowned,
    LongSupplier moves,
    BooleanSupplier leads,
    Supplier<String> report,
    LongSupplier reads,
    LongSupplier trimmed) {}
