package io.github.dynamooutbox.kcl.internal.shard;

import io.github.dynamooutbox.relay.Relay;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * What the shards of one worker share.
 *
 * @param relay opens a relay for each of them
 * @param timer runs their checkpoints
 * @param looks runs what only looks at memory, so that no call ever delays it
 * @param holdsLease whether this worker holds a shard's lease now; reads memory only
 * @param dropLease makes KCL forget a shard's lease, which has expired
 * @param otherStream whether a shard belongs to another stream than the one that is read; asked at
 *     its end
 * @param stopping whether nothing is taken any more
 * @param open knows which shards are open
 * @param fault receives faults that must never happen; the process then ends
 */
public record ShardSetting(
    Relay relay,
    ScheduledExecutorService timer,
    ScheduledExecutorService looks,
    Predicate<String> holdsLease,
    Consumer<String> dropLease,
    Predicate<String> otherStream,
    BooleanSupplier stopping,
    OpenShards open,
    Consumer<Throwable> fault) {}
