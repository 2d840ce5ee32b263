package io.github.dynamooutbox.aws.follow;

import io.github.dynamooutbox.format.AttributeView;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.Relay;
import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.stream.ChangeType;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.SequenceNumberRange;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamDescription;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Passes a stream's records to a relay, on a thread of its own: each shard in order, and a shard
 * after its parent. Nobody else may relay the stream meanwhile, and no position is stored: another
 * host starts where it is told. For production there are Lambda and the KCL service. Thread-safe.
 */
public final class StreamHost implements AutoCloseable {
  /** How often the shards are listed: a stream's shards last for hours. */
  private static final long LIST_NANOS = Duration.ofSeconds(1).toNanos();

  private static final Backoff IDLE = new Backoff(Duration.ofMillis(10), Duration.ofMillis(50));
  private static final Backoff FAILED = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(5));

  /** About half a minute of failures. */
  private static final int MAX_FAILURES = 12;

  private static final long STOP_MILLIS = 10_000;

  private final Relay relay;
  private final RecordCodec codec;
  private final DynamoDbStreamsClient streams;
  private final String streamArn;
  private final Consumer<RecordKey> finished;
  private final Map<String, FollowedShard> shards = new LinkedHashMap<>();

  /** Shards that were closed when a host began that begins at the end: nothing of them is read. */
  private final Set<String> past = new HashSet<>();

  private final Thread thread = new Thread(this::run, "outbox-stream");

  private ShardIteratorType start;
  private volatile boolean closed;
  private volatile @Nullable RuntimeException failure;

  private StreamHost(
      Relay relay,
      RecordCodec codec,
      DynamoDbStreamsClient streams,
      String streamArn,
      ShardIteratorType start,
      Consumer<RecordKey> finished) {
    this.relay = relay;
    this.codec = codec;
    this.streams = streams;
    this.streamArn = streamArn;
    this.start = start;
    this.finished = finished;
  }

  /**
   * Starts to read a stream.
   *
   * @param relay the caller closes what it uses after this
   * @param schema the schema that the relay was built with
   * @param streams the caller closes it after this
   * @param start where to begin: {@code TRIM_HORIZON}, or {@code LATEST} for what is committed from
   *     now on
   * @param finished told, on this host's thread, of each outbox record that is finished: it is
   *     published, parked or dropped by a rule
   */
  public static StreamHost start(
      Relay relay,
      OutboxSchema schema,
      DynamoDbStreamsClient streams,
      String streamArn,
      ShardIteratorType start,
      Consumer<RecordKey> finished) {
    StreamHost host =
        new StreamHost(relay, new RecordCodec(schema), streams, streamArn, start, finished);
    host.thread.setDaemon(true);
    host.thread.start();
    return host;
  }

  /** Why it has ended; empty while it reads. Reads that fail are repeated for half a minute. */
  public Optional<RuntimeException> failure() {
    return Optional.ofNullable(failure);
  }

  /** Stops reading and closes the shards' relays. Requests in flight are aborted. */
  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    try {
      thread.join(STOP_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    int idle = 0;
    int failures = 0;
    long listed = System.nanoTime() - LIST_NANOS;
    try {
      while (!closed) {
        try {
          if (System.nanoTime() - listed >= LIST_NANOS) {
            list();
            listed = System.nanoTime();
          }
          idle = readAll() ? 0 : idle + 1;
          failures = 0;
        } catch (SdkException e) {
          failures++;
          if (closed || e instanceof ResourceNotFoundException || failures == MAX_FAILURES) {
            throw e;
          }
          Thread.sleep(FAILED.delayAfter(failures).toMillis());
        }
        if (idle > 0) {
          Thread.sleep(IDLE.delayAfter(idle).toMillis());
        }
      }
    } catch (InterruptedException e) {
      // Closed.
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      failure = e;
    } catch (Error e) {
      // Such as a library in a version that does not fit: whoever waits has to hear of it.
      failure = new IllegalStateException("reading the stream failed", e);
      throw e;
    } finally {
      shards.values().forEach(FollowedShard::close);
    }
  }

  /** Opens shards that can be read, and forgets those that are trimmed. */
  private void list() {
    Map<String, Shard> listed = new LinkedHashMap<>();
    String after = null;
    do {
      String from = after;
      StreamDescription page =
          streams
              .describeStream(r -> r.streamArn(streamArn).exclusiveStartShardId(from))
              .streamDescription();
      page.shards().forEach(shard -> listed.put(shard.shardId(), shard));
      after = page.lastEvaluatedShardId();
    } while (after != null);
    shards.entrySet().stream()
        .filter(shard -> !listed.containsKey(shard.getKey()))
        .forEach(shard -> shard.getValue().close());
    shards.keySet().retainAll(listed.keySet());
    if (start == ShardIteratorType.LATEST) {
      listed.values().stream().filter(StreamHost::isClosed).map(Shard::shardId).forEach(past::add);
    }
    past.retainAll(listed.keySet());
    listed.keySet().removeAll(past);
    for (Shard shard : listed.values()) {
      FollowedShard parent = shards.get(shard.parentShardId());
      boolean isNext =
          parent == null ? !listed.containsKey(shard.parentShardId()) : parent.isDone();
      if (isNext && !shards.containsKey(shard.shardId())) {
        StreamCursor cursor = new StreamCursor(streams, streamArn, shard.shardId(), start);
        shards.put(
            shard.shardId(),
            new FollowedShard(cursor, relay.open(shard.shardId()), codec, finished));
      }
    }
    // What follows a shard is read from its beginning.
    start = ShardIteratorType.TRIM_HORIZON;
  }

  private static boolean isClosed(Shard shard) {
    SequenceNumberRange range = shard.sequenceNumberRange();
    return range != null && range.endingSequenceNumber() != null;
  }

  private boolean readAll() {
    boolean found = false;
    for (FollowedShard shard : shards.values()) {
      found |= shard.readOnce();
    }
    return found;
  }

  /** One shard, its relay, and what is not finished of it. Used by one thread. */
  private static final class FollowedShard {
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
}
