package io.github.dynamooutbox.aws.follow;

import io.github.dynamooutbox.format.AttributeView;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.stream.ChangeType;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** One shard, its relay, and what is not finished of it. Used by one thread. */
final class FollowedShard {
  private final StreamCursor cursor;
  private final ShardRelay relay;
  private final RecordCodec codec;
  private final Consumer<RecordKey> finished;
  private final Deque<Unfinished> unfinished = new ArrayDeque<>();
  private CompletableFuture<Void> room = CompletableFuture.completedFuture(null);

  private record Unfinished(StreamPosition position, Optional<RecordKey> record) {}

  FollowedShard(
      StreamCursor cursor, ShardRelay relay, RecordCodec codec, Consumer<RecordKey> finished) {
    this.cursor = cursor;
    this.relay = relay;
    this.codec = codec;
    this.finished = finished;
  }

  /** Whether it is read to its end and all of it is finished. */
  boolean isDone() {
    return cursor.isAtEnd() && unfinished.isEmpty();
  }

  /**
   * Reads once, if the relay has room; returns whether there was something to read or to report.
   */
  boolean readOnce() {
    boolean moved = report();
    if (cursor.isAtEnd() || !room.isDone()) {
      return moved;
    }
    List<StreamRecord> records = StreamRecords.of(cursor.read());
    if (records.isEmpty()) {
      return moved;
    }
    records.forEach(record -> unfinished.add(new Unfinished(record.position(), key(record))));
    room = relay.submit(records).toCompletableFuture();
    return true;
  }

  private Optional<RecordKey> key(StreamRecord record) {
    return record.change() == ChangeType.INSERT && codec.isOutbox(record.keys())
        ? Optional.of(
            new RecordKey(
                text(record, codec.schema().partitionKey()),
                text(record, codec.schema().sortKey())))
        : Optional.empty();
  }

  private static String text(StreamRecord record, String name) {
    AttributeView value = Objects.requireNonNull(record.keys().get(name));
    return value.string();
  }

  private boolean report() {
    Optional<StreamPosition> first = relay.firstUnfinished();
    boolean moved = false;
    while (!unfinished.isEmpty()
        && first.filter(it -> it.compareTo(unfinished.getFirst().position()) <= 0).isEmpty()) {
      unfinished.removeFirst().record().ifPresent(finished);
      moved = true;
    }
    return moved;
  }

  void close() {
    relay.close().toCompletableFuture().join();
  }
}
