package io.github.dynamooutbox.localaws.mapping;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/**
 * The work of one shard's thread: reads, filters, batches and delivers, never two batches at once.
 */
final class ShardReader implements Runnable {
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
