package io.github.dynamooutbox.relay;

import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Shards of a relay in virtual time. */
abstract class ShardBench {
  final VirtualLoop loop = new VirtualLoop();

  final void settle(ShardRelay shard) {
    loop.runUntil(shard.settled().toCompletableFuture()::isDone);
  }

  /** Closes it; returns where the next owner has to go on. */
  final Optional<StreamPosition> close(ShardRelay shard) {
    CompletableFuture<Optional<StreamPosition>> closed = shard.close().toCompletableFuture();
    loop.runUntil(closed::isDone);
    return closed.join();
  }

  static StreamPosition position(long position) {
    return new StreamPosition(Long.toString(position));
  }
}
