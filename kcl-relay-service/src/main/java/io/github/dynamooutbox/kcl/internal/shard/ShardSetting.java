package io.github.dynamooutbox.kcl.internal.shard;

import io.github.dynamooutbox.relay.Relay;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * What the shards of one worker share.
 *
 * @param relay opens a relay for each of them
 * @param timer runs their checkpoints
 * @param leaseTimer runs the checks of leases, which only read memory, so that no call delays them
 * @param mayOpen whether a shard may be opened now, and counts as opened then
 * @param leaseCheck how often to check whether a lease has expired: publishing stops that soon
 *     after
 * @param holdsLease whether this worker holds a shard's lease now; reads memory only
 * @param dropLease makes KCL drop a shard's expired lease
 * @param otherStream whether a shard belongs to another stream than the one that is read; called at
 *     its end
 * @param stopping whether the worker accepts no more records
 * @param open knows which shards are open
 * @param fault receives unexpected failures, which end the process
 */
public record ShardSetting(
    Relay relay,
    ScheduledExecutorService timer,
    ScheduledExecutorService leaseTimer,
    BooleanSupplier mayOpen,
    Duration leaseCheck,
    Predicate<String> holdsLease,
    Consumer<String> dropLease,
    Predicate<String> otherStream,
    BooleanSupplier stopping,
    OpenShards open,
    Consumer<Throwable> fault) {}
