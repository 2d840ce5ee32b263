package io.github.dynamooutbox.kcl.internal.telemetry;

import io.github.dynamooutbox.kcl.internal.shard.OpenShards;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The state of a worker, as opposed to what its relay counts.
 *
 * @param shards the shards that it relays
 * @param unowned shards that no worker relays
 * @param moves how often a shard moved to another worker, as seen since the start
 * @param leads whether this worker assigns the leases
 * @param report which worker relays which shard, as text
 * @param reads successful reads of the stream, since the start
 * @param trimmed requests for records that the stream no longer has, since the start
 * @param slowCalls calls to the workers' tables that took long, since the start
 * @param failedCalls calls to the workers' tables that failed, since the start
 * @param droppedLines lines of output that nobody read in time, since the start
 */
public record WorkerState(
    OpenShards shards,
    IntSupplier unowned,
    LongSupplier moves,
    BooleanSupplier leads,
    Supplier<String> report,
    LongSupplier reads,
    LongSupplier trimmed,
    LongSupplier slowCalls,
    LongSupplier failedCalls,
    LongSupplier droppedLines) {}
