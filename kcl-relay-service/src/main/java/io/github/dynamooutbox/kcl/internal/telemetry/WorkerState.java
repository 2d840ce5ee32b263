package io.github.dynamooutbox.kcl.internal.telemetry;

import io.github.dynamooutbox.kcl.internal.shard.OpenShards;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The state of a worker, as opposed to what its relay counts.
 *
 * @param shards the shards that it relays
 * @param unowned shards that no worker relays; empty while that is not known
 * @param moves how often a shard moved to another worker, as seen since the start
 * @param leads whether this worker assigns the leases
 * @param report which worker relays which shard, as text
 * @param reads successful reads of the stream, since the start
 * @param trimmed requests for records that the stream no longer has, since the start
 */
public record WorkerState(
    OpenShards shards,
    Supplier<OptionalInt> unowned,
    LongSupplier moves,
    BooleanSupplier leads,
    Supplier<String> report,
    LongSupplier reads,
    LongSupplier trimmed) {}
