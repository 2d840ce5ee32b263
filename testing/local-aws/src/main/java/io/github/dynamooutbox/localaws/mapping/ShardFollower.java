package io.github.dynamooutbox.localaws.mapping;

import io.github.dynamooutbox.localaws.function.LambdaFunction;
import io.github.dynamooutbox.localaws.mapping.DeliverySettings.FullJitter;
import io.github.dynamooutbox.localaws.mapping.EventSourceMapping.MappingThreads;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.StreamDescription;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Lists a stream's shards and starts a reader for each, a child's only after its parent's has
 * finished.
 */
final class ShardFollower implements Runnable {
  private static final Duration LIST_INTERVAL = Duration.ofSeconds(1);
  private static final int MAX_LIST_FAILURES = 12;
  private static final FullJitter LIST_BACKOFF =
      new FullJitter(Duration.ofMillis(50), Duration.ofSeconds(2));

  private final DynamoDbStreamsClient streams;
  private final String streamArn;
  private final LambdaFunction function;
  private final DeliverySettings settings;
  private final Counters counters;
  private final MappingThreads threads;
  private final Map<String, ShardReader> readers = new ConcurrentHashMap<>();
  private final Semaphore listRequests = new Semaphore(0);
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private volatile long completeListingBegan;

  ShardFollower(
      DynamoDbStreamsClient streams,
      String streamArn,
      LambdaFunction function,
      DeliverySettings settings,
      Counters counters,
      MappingThreads threads) {
    this.streams = streams;
    this.streamArn = streamArn;
    this.function = function;
    this.settings = settings;
    this.counters = counters;
    this.threads = threads;
  }

  /** The failure that ended the mapping, if any. */
  @Nullable Throwable failure() {
    return failure.get();
  }

  /** Has the shards listed now. */
  void listNow() {
    listRequests.release();
  }

  /**
   * Whether everything is done that was committed by a given {@link System#nanoTime()}.
   *
   * @param visible when the stream shows it on an idle machine
   */
  boolean isIdleSince(long committed, long visible) {
    long began = completeListingBegan;
    return began != 0
        && began - visible >= 0
        && readers.values().stream().allMatch(reader -> reader.isIdleSince(committed, visible));
  }

  @Override
  public void run() {
    int failures = 0;
    try {
      while (failure.get() == null) {
        try {
          listShards();
          failures = 0;
        } catch (SdkException e) {
          if (e instanceof ResourceNotFoundException || ++failures == MAX_LIST_FAILURES) {
            throw e;
          }
          Thread.sleep(LIST_BACKOFF.next(failures).toMillis());
          continue;
        }
        if (listRequests.tryAcquire(LIST_INTERVAL.toMillis(), TimeUnit.MILLISECONDS)) {
          listRequests.drainPermits();
        }
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the mapping; keeps the first failure. */
  void fail(Thread thread, Throwable cause) {
    failure.compareAndSet(null, cause);
    threads.interrupt();
  }

  private void listShards() {
    long began = System.nanoTime();
    Map<String, Shard> shards = new LinkedHashMap<>();
    String partitionKey = "";
    String after = null;
    do {
      String start = after;
      StreamDescription page =
          streams
              .describeStream(r -> r.streamArn(streamArn).exclusiveStartShardId(start))
              .streamDescription();
      page.shards().forEach(shard -> shards.put(shard.shardId(), shard));
      partitionKey = partitionKey(page);
      after = page.lastEvaluatedShardId();
    } while (after != null);
    boolean complete = true;
    for (Shard shard : startable(shards)) {
      start(shard, partitionKey);
    }
    for (String shardId : shards.keySet()) {
      complete &= readers.containsKey(shardId);
    }
    if (complete) {
      completeListingBegan = began;
    }
  }

  private List<Shard> startable(Map<String, Shard> shards) {
    List<Shard> startable = new ArrayList<>();
    for (Shard shard : shards.values()) {
      String parent = shard.parentShardId();
      ShardReader parentReader = parent == null ? null : readers.get(parent);
      // A parent that is no longer listed has been trimmed with all its records.
      boolean parentDone =
          parentReader == null ? !shards.containsKey(parent) : parentReader.isFinished();
      if (parentDone && !readers.containsKey(shard.shardId())) {
        startable.add(shard);
      }
    }
    return startable;
  }

  private void start(Shard shard, String partitionKey) {
    String shardId = shard.shardId();
    NeighbourSwap swap =
        settings.swapSeed().isEmpty()
            ? null
            : new NeighbourSwap(
                settings.swapSeed().getAsLong(), settings.swapScope(), partitionKey, streamArn);
    ShardReader reader =
        new ShardReader(
            streamArn,
            settings,
            new ShardCursor(streams, streamArn, shardId),
            new BatchDelivery(settings, function, streamArn, shardId, counters),
            swap,
            counters);
    readers.put(shardId, reader);
    Runnable work =
        () -> {
          reader.run();
          listNow();
        };
    threads.start(work, "mapping-" + shardId, this::fail);
  }

  private static String partitionKey(StreamDescription stream) {
    return stream.keySchema().stream()
        .filter(key -> key.keyType() == KeyType.HASH)
        .map(key -> key.attributeName())
        .findFirst()
        .orElse("");
  }

  /**
   * The work of one shard's thread: reads, filters, batches and delivers, never two batches at
   * once.
   */
  private static final class ShardReader implements Runnable {
    private static final int MAX_READ_FAILURES = 12;

    /** About as many reads as an idle machine makes until a committed item is visible. */
    private static final int IDLE_READS = 8;

    private static final FullJitter READ_BACKOFF =
        new FullJitter(Duration.ofMillis(50), Duration.ofSeconds(2));

    private final String streamArn;
    private final DeliverySettings settings;
    private final ShardCursor cursor;
    private final BatchBuffer buffer;
    private final BatchDelivery delivery;
    private final @Nullable NeighbourSwap swap;
    private final Counters counters;

    /** When the latest consecutive reads began that found nothing while the buffer was empty. */
    private final Deque<Long> idleReadsBegan = new ArrayDeque<>();

    private volatile boolean finished;
    private int readFailures;

    ShardReader(
        String streamArn,
        DeliverySettings settings,
        ShardCursor cursor,
        BatchDelivery delivery,
        @Nullable NeighbourSwap swap,
        Counters counters) {
      this.streamArn = streamArn;
      this.settings = settings;
      this.cursor = cursor;
      this.buffer = new BatchBuffer(settings.batchSize(), settings.batchingWindow().toNanos());
      this.delivery = delivery;
      this.swap = swap;
      this.counters = counters;
    }

    /** Whether the shard was read to its end and all of it is done. */
    boolean isFinished() {
      return finished;
    }

    /**
     * Whether everything is done that was committed by a given {@link System#nanoTime()}. On a busy
     * machine the stream shows it late, but reads take longer as well: so this counts reads.
     *
     * @param visible when the stream shows it on an idle machine
     */
    boolean isIdleSince(long committed, long visible) {
      synchronized (idleReadsBegan) {
        return finished
            || (idleReadsBegan.size() == IDLE_READS
                && idleReadsBegan.getFirst() - committed >= 0
                && idleReadsBegan.getLast() - visible >= 0);
      }
    }

    /** Works until the shard's end, or until interrupted. */
    @Override
    public void run() {
      try {
        while (!finished) {
          step();
        }
      } catch (InterruptedException closed) {
        Thread.currentThread().interrupt();
      }
    }

    private void step() throws InterruptedException {
      boolean found = false;
      if (!cursor.isAtEnd() && !buffer.isFull()) {
        found = read();
      }
      if (buffer.isDue(System.nanoTime()) || (cursor.isAtEnd() && !buffer.isEmpty())) {
        delivery.deliver(buffer.take());
      } else if (cursor.isAtEnd() && buffer.isEmpty()) {
        finished = true;
      } else if (!found) {
        Thread.sleep(settings.pollInterval().toMillis());
      }
    }

    private boolean read() throws InterruptedException {
      long began = System.nanoTime();
      List<Record> records;
      try {
        records = cursor.read();
        readFailures = 0;
      } catch (SdkException e) {
        if (e instanceof ResourceNotFoundException || ++readFailures == MAX_READ_FAILURES) {
          throw e;
        }
        Thread.sleep(READ_BACKOFF.next(readFailures).toMillis());
        return false;
      }
      if (records.isEmpty()) {
        if (buffer.isEmpty()) {
          idle(began);
        }
        return false;
      }
      synchronized (idleReadsBegan) {
        idleReadsBegan.clear();
      }
      buffer.add(passing(records), began);
      return true;
    }

    private void idle(long began) {
      synchronized (idleReadsBegan) {
        if (idleReadsBegan.size() == IDLE_READS) {
          idleReadsBegan.removeFirst();
        }
        idleReadsBegan.addLast(began);
      }
    }

    private List<StreamEntry> passing(List<Record> records) {
      List<StreamEntry> passing = new ArrayList<>(records.size());
      for (Record source : records) {
        StreamEntry entry = new StreamEntry(source, streamArn);
        if (settings.filter().passes(entry.json())) {
          passing.add(entry);
        }
      }
      counters.read.add(records.size());
      counters.filtered.add(records.size() - passing.size());
      if (swap != null) {
        swap.apply(passing);
      }
      return passing;
    }
  }
}
