package io.github.dynamooutbox.localaws.mapping;

import io.github.dynamooutbox.localaws.function.LambdaFunction;
import io.github.dynamooutbox.localaws.mapping.DeliverySettings.FullJitter;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Reads a table's stream and calls a function with its records, as Lambda's event source mapping
 * does: per shard one batch at a time, in order, from the oldest record on, a child shard only
 * after its parent.
 *
 * <p>A call fails if the function throws. With {@link Builder#reportItemFailures()} the answer
 * counts too: the lowest reported position is the checkpoint, and everything from there is retried.
 * An identifier that is unknown, empty or missing fails the whole batch, and so does an answer that
 * is not JSON of the expected shape; an empty or absent list is success. Where AWS does not specify
 * the behaviour: progress within a batch resets the count of attempts, a batch that fails from its
 * first record on is halved where bisecting is on, and an answer of no bytes at all is malformed.
 *
 * <p>Positions live in this object. A new mapping starts at the oldest record again.
 *
 * <p>Thread-safe. Its threads are daemons; {@link #close()} ends them.
 */
public final class EventSourceMapping implements AutoCloseable {
  /**
   * Time after which a committed item is on DynamoDB Local's stream; measured: 16 ms in 99 of 100
   * cases.
   */
  private static final Duration VISIBLE_AFTER = Duration.ofMillis(250);

  private static final Duration DRAIN_POLL = Duration.ofMillis(20);

  private final Counters counters = new Counters();
  private final MappingThreads threads = new MappingThreads();
  private final ShardFollower follower;

  /** Which neighbours on the stream may be swapped. Records of one item never are. */
  public enum SwapScope {
    /** Any two records of different items: all that a stream allows. */
    DIFFERENT_ITEMS,
    /** Only records of different partition keys: what a stream does in practice. */
    DIFFERENT_PARTITION_KEYS
  }

  private EventSourceMapping(
      DynamoDbStreamsClient streams,
      String streamArn,
      LambdaFunction function,
      DeliverySettings settings) {
    this.follower = new ShardFollower(streams, streamArn, function, settings, counters, threads);
    threads.start(follower, "mapping-shards", follower::fail);
  }

  /**
   * A builder for a mapping.
   *
   * @param streams reads the stream; stays open when the mapping closes
   * @param function is called by one thread per shard
   */
  public static Builder builder(
      DynamoDbStreamsClient streams, String streamArn, LambdaFunction function) {
    return new Builder(streams, streamArn, function);
  }

  public MappingProgress progress() {
    return counters.snapshot();
  }

  /** The exception of the latest call in which the function threw. */
  public Optional<Exception> lastFailure() {
    return Optional.ofNullable(counters.lastFailure);
  }

  /**
   * Waits until everything that was committed before this call is delivered, filtered or discarded.
   *
   * @return false if the timeout elapses first
   * @throws IllegalStateException if the mapping has stopped: the stream cannot be read, or the
   *     failure destination threw
   */
  public boolean awaitDrained(Duration timeout) throws InterruptedException {
    long now = System.nanoTime();
    long visible = now + VISIBLE_AFTER.toNanos();
    long deadline = now + timeout.toNanos();
    boolean asked = false;
    while (!follower.isIdleSince(now, visible)) {
      Throwable failure = follower.failure();
      if (failure != null) {
        throw new IllegalStateException("The mapping has stopped", failure);
      }
      if (System.nanoTime() - deadline >= 0) {
        return false;
      }
      if (!asked && System.nanoTime() - visible >= 0) {
        // Listing once is enough; the end of a shard triggers another listing.
        follower.listNow();
        asked = true;
      }
      Thread.sleep(DRAIN_POLL.toMillis());
    }
    return true;
  }

  /** Interrupts a running call of the function and ends all threads. */
  @Override
  public void close() {
    threads.end();
  }

  /**
   * The settings of a mapping. The defaults are what the relay needs: unlimited attempts and record
   * age, no filter.
   */
  public static final class Builder {
    private final DynamoDbStreamsClient streams;
    private final String streamArn;
    private final LambdaFunction function;
    private RecordFilter filter = RecordFilter.none();
    private int batchSize = 100;
    private Duration batchingWindow = Duration.ZERO;
    private boolean reportItemFailures;
    private boolean bisectOnError;
    private int maximumRetryAttempts = -1;
    private Optional<Duration> maximumRecordAge = Optional.empty();
    private Consumer<DiscardedBatch> onFailure = discarded -> {};
    private FullJitter backoff = new FullJitter(Duration.ofMillis(20), Duration.ofMillis(500));
    private Duration pollInterval = Duration.ofMillis(20);
    private OptionalLong swapSeed = OptionalLong.empty();
    private SwapScope swapScope = SwapScope.DIFFERENT_ITEMS;
    private Clock clock = Clock.systemUTC();

    private Builder(DynamoDbStreamsClient streams, String streamArn, LambdaFunction function) {
      this.streams = streams;
      this.streamArn = streamArn;
      this.function = function;
    }

    /**
     * Adds a filter: an event pattern over a record as the function gets it. A record passes if it
     * matches any filter.
     *
     * @throws IllegalArgumentException if this is not a valid event pattern
     */
    public Builder filter(String pattern) {
      this.filter = filter.or(pattern);
      return this;
    }

    /** Records per call, 1 to 10,000. Default 100. A batch holds fewer if it reaches 6 MB first. */
    public Builder batchSize(int records) {
      if (records < 1 || records > 10_000) {
        throw new IllegalArgumentException("A batch holds 1 to 10000 records, not " + records);
      }
      this.batchSize = records;
      return this;
    }

    /** How long the first record may wait for a full batch, up to 5 minutes. Default 0. */
    public Builder batchingWindow(Duration window) {
      if (window.isNegative() || window.compareTo(Duration.ofMinutes(5)) > 0) {
        throw new IllegalArgumentException(
            "A batching window is 0 to 300 s, not " + window.toSeconds() + " s");
      }
      this.batchingWindow = window;
      return this;
    }

    /**
     * Reads partial batch responses ({@code ReportBatchItemFailures}). Off by default, as in the
     * service.
     */
    public Builder reportItemFailures() {
      this.reportItemFailures = true;
      return this;
    }

    /**
     * Halves a batch that fails ({@code BisectBatchOnFunctionError}). Halving is not an attempt.
     */
    public Builder bisectOnError() {
      this.bisectOnError = true;
      return this;
    }

    /** Retries before records are discarded, 0 to 10,000; -1, the default, for no limit. */
    public Builder maximumRetryAttempts(int attempts) {
      if (attempts < -1 || attempts > 10_000) {
        throw new IllegalArgumentException("Retry attempts are -1 to 10000, not " + attempts);
      }
      this.maximumRetryAttempts = attempts;
      return this;
    }

    /**
     * Discards records that are older, by the creation time in them. No limit by default. DynamoDB
     * Local rounds that time to the minute.
     */
    public Builder maximumRecordAge(Duration age) {
      this.maximumRecordAge = Optional.of(age);
      return this;
    }

    /**
     * Receives discarded records. Called by the shard's thread, before the mapping continues after
     * them. By default they are only counted.
     */
    public Builder onFailure(Consumer<DiscardedBatch> destination) {
      this.onFailure = destination;
      return this;
    }

    /**
     * Bounds of the random wait after a failed call; the bound doubles with each failure. Default
     * 20 ms to 500 ms.
     */
    public Builder backoff(Duration base, Duration maximum) {
      this.backoff = new FullJitter(base, maximum);
      return this;
    }

    /**
     * The wait after a read that found nothing. Default 20 ms; the service reads 4 times a second.
     */
    public Builder pollInterval(Duration interval) {
      this.pollInterval = interval;
      return this;
    }

    /**
     * Swaps neighbouring records now and then: the same ones for the same seed and the same reads.
     */
    public Builder swapNeighbours(long seed, SwapScope scope) {
      this.swapSeed = OptionalLong.of(seed);
      this.swapScope = scope;
      return this;
    }

    /** The clock against which a record's age is measured. */
    public Builder clock(Clock ageClock) {
      this.clock = ageClock;
      return this;
    }

    /** Starts reading. */
    public EventSourceMapping start() {
      return new EventSourceMapping(
          streams,
          streamArn,
          function,
          new DeliverySettings(
              batchSize,
              batchingWindow,
              filter,
              reportItemFailures,
              bisectOnError,
              maximumRetryAttempts,
              maximumRecordAge,
              onFailure,
              backoff,
              pollInterval,
              swapSeed,
              swapScope,
              clock));
    }
  }

  /** The daemon threads of one mapping, so that they can be ended together. */
  static final class MappingThreads {
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);
    private static final Duration POLL = Duration.ofMillis(10);

    private final List<Thread> threads = new CopyOnWriteArrayList<>();

    void start(Runnable work, String name, Thread.UncaughtExceptionHandler onFailure) {
      Thread thread = new Thread(work, name);
      thread.setDaemon(true);
      thread.setUncaughtExceptionHandler(onFailure);
      threads.add(thread);
      thread.start();
    }

    void interrupt() {
      threads.forEach(Thread::interrupt);
    }

    /** Interrupts all threads and waits, bounded, until they have ended. */
    void end() {
      long deadline = System.nanoTime() + CLOSE_LIMIT.toNanos();
      try {
        while (threads.stream().anyMatch(Thread::isAlive) && System.nanoTime() - deadline < 0) {
          // Repeatedly, as another thread may just have been started.
          interrupt();
          Thread.sleep(POLL.toMillis());
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
