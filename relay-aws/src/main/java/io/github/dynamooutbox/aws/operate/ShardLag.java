package io.github.dynamooutbox.aws.operate;

import java.time.Duration;
import java.util.Optional;

/**
 * How far a shard of the table's stream is relayed.
 *
 * @param shard its id
 * @param owner the worker that relays it; empty if nobody does, or if that is not visible
 * @param lag age of its oldest record that is not finished, zero if all are; empty if it is not
 *     visible from here, as with Lambda, which keeps positions to itself
 */
public record ShardLag(String shard, Optional<String> owner, Optional<Duration> lag) {}
