package io.github.dynamooutbox.kcl.internal.shard;

import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.kinesis.exceptions.KinesisClientLibException;
import software.amazon.kinesis.exceptions.ShutdownException;
import software.amazon.kinesis.processor.RecordProcessorCheckpointer;

/**
 * A shard while this worker holds its lease: submits records to the relay, even while earlier ones
 * are in flight, and checkpoints what is finished. KCL calls one method at a time.
 */
final class LeasedShard {
  /**
   * How often what is finished is checkpointed. What was published since the last checkpoint is
   * published again after a crash. A checkpoint is one write to the lease table, and only made if
   * it has advanced: at most 2.6 million a month for each shard. If a record has held it up for
   * this long, what was finished behind that record is added to the control table: one write for
   * each KB, about 30 deliveries.
   */
  static final Duration CHECKPOINT_EVERY = Duration.ofSeconds(1);

  /**
   * How many records may be unfinished, with events or without. Those without take no room in the
   * relay's window, and would pile up behind one that waits.
   */
  static final int MAX_WAITING = 50_000;

  /** How long a handover waits for what is in flight; the next owner publishes the rest. */
  static final Duration FINISHING = Duration.ofSeconds(12);

  /** How long aborting and saving what is finished ahead may take. */
  static final Duration CLOSING = Duration.ofSeconds(4);

  /**
   * A checkpoint waits for so many times as long as the one before took: while it is written, KCL
   * cannot renew the lease.
   */
  private static final int PAUSES = 2;

  private static final Duration FOREVER = Duration.ofDays(365);
  private static final Logger LOG = LoggerFactory.getLogger(LeasedShard.class);

  private final String shard;
  private final ShardSetting setting;
  private final ShardRelay relay;
  private final Submitted submitted;
  private final Checkpoints checkpoints;
  private final List<ScheduledFuture<?>> timers;
  private volatile @Nullable RecordProcessorCheckpointer checkpointer;

  /** When the next checkpoint may be written; only the timer reads and writes it. */
  private volatile long checkpointAfter = System.nanoTime();

  private volatile boolean closed;

  /** Whether the loss of the lease was noticed already, here or by KCL. */
  private volatile boolean lost;

  /** Whether the next owner publishes what is not finished, and acknowledges the shard's end. */
  private volatile boolean handedOver;

  /**
   * Whether records were refused: then the shard is not finished, even if all submitted ones are.
   */
  private volatile boolean refused;

  private LeasedShard(String shard, ShardSetting setting) {
    this.shard = shard;
    this.setting = setting;
    relay = setting.relay().open(shard);
    submitted = new Submitted(relay, setting.open().finished(shard));
    checkpoints = new Checkpoints(shard);
    timers =
        List.of(
            every(setting.timer(), CHECKPOINT_EVERY, this::checkpoint),
            every(setting.leaseTimer(), setting.leaseCheck(), this::dropIfExpired));
  }

  private static ScheduledFuture<?> every(
      ScheduledExecutorService timer, Duration time, Runnable task) {
    return timer.scheduleWithFixedDelay(
        task, time.toMillis(), time.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Waits until the worker may open another shard; meanwhile KCL renews the lease. */
  static LeasedShard open(String shard, ShardSetting setting) {
    boolean waits = true;
    while (waits
        && !setting.mayOpen().getAsBoolean()
        && !setting.stopping().getAsBoolean()
        && setting.holdsLease().test(shard)) {
      waits = Waiting.pause();
    }
    LeasedShard opened = new LeasedShard(shard, setting);
    setting.open().opened(shard, opened.submitted);
    // The first query may block in KCL; here that delays no other shard.
    opened.isLost();
    LOG.info("Relaying {}", shard);
    return opened;
  }

  /**
   * Submits the records of a read, which may be none. Returns when there is room for more, or when
   * the lease is lost or the worker stops.
   */
  void take(List<Record> records, RecordProcessorCheckpointer now) {
    checkpointer = now;
    if (closed || setting.stopping().getAsBoolean()) {
      refused = true;
      return;
    }
    CompletionStage<Void> room = submitted.submit(records);
    setting.open().read(shard, records);
    boolean hasRoom = Waiting.isDone(room, FOREVER, this::isEnding);
    while (hasRoom && submitted.waiting() >= MAX_WAITING && !isEnding()) {
      hasRoom = Waiting.pause();
    }
  }

  private boolean isEnding() {
    return closed || setting.stopping().getAsBoolean() || isLost();
  }

  private boolean isLost() {
    return !setting.holdsLease().test(shard);
  }

  /** For when another worker holds the lease: discards what is not sent, checkpoints nothing. */
  void drop() {
    close();
    lost("another worker holds the lease");
  }

  private void lost(String why) {
    if (lost) {
      return;
    }
    lost = true;
    setting.open().lost(shard, submitted);
    LOG.info("No longer relaying {}: {}", shard, why);
  }

  /**
   * Acknowledges the end of the shard once all of it is finished, so that its child shards can
   * start. KCL calls this until the end is acknowledged. If the worker stops meanwhile, the shard
   * is handed over as it is.
   */
  void end(RecordProcessorCheckpointer now) {
    checkpointer = now;
    if (handedOver) {
      return;
    }
    if (setting.otherStream().test(shard)) {
      LOG.warn("The end of {} is not acknowledged: it belongs to another stream", shard);
      handedOver = true;
      abandon();
      return;
    }
    while (relay.firstUnfinished().isPresent() && !isEnding()) {
      // The relay also settles when it has halted; then this waits for an operator.
      if (Waiting.isDone(relay.settled(), FOREVER, this::isEnding)) {
        Waiting.pause();
      }
    }
    if (refused || relay.firstUnfinished().isPresent()) {
      LOG.info("The end of {} is not acknowledged: not all of it is finished", shard);
      if (setting.stopping().getAsBoolean()) {
        handOver(now);
      }
      return;
    }
    close();
    if (checkpoints.writeEnd(now)) {
      LOG.info("{} has ended and is finished", shard);
    }
    setting.open().closed(shard, submitted);
  }

  /** Finishes what is in flight, as far as time allows, and checkpoints for the next owner. */
  void handOver(RecordProcessorCheckpointer now) {
    checkpointer = now;
    if (closed) {
      return;
    }
    if (!Waiting.isDone(relay.settled(), FINISHING, this::isLost)) {
      LOG.warn("{} is released with {} unfinished records", shard, submitted.waiting());
    }
    if (isLost()) {
      drop();
      return;
    }
    handedOver = true;
    close();
    checkpoints.write(submitted.passable(), now);
    setting.open().closed(shard, submitted);
    LOG.info("{} is released", shard);
  }

  /** Publishes and checkpoints nothing more. */
  void abandon() {
    closed = true;
    refused = true;
    timers.forEach(timer -> timer.cancel(false));
    setting.open().closed(shard, submitted);
    relay.close();
  }

  private void close() {
    if (!Waiting.isDone(closing(), CLOSING, () -> false)) {
      LOG.warn("What is finished ahead in {} may not have been saved", shard);
    }
  }

  /** Stops sending; completes when what is finished ahead is saved. */
  private CompletionStage<?> closing() {
    closed = true;
    timers.forEach(timer -> timer.cancel(false));
    return relay.close();
  }

  /**
   * KCL notices only when a renewal in progress has ended; the next owner may publish before that.
   */
  private void dropIfExpired() {
    if (!closed && isLost()) {
      // Does not wait: the leases of other shards may have expired as well.
      CompletionStage<?> unused = closing();
      setting.open().expired();
      lost("the lease has expired");
      setting.dropLease().accept(shard);
    }
  }

  private void checkpoint() {
    RecordProcessorCheckpointer now = checkpointer;
    if (closed || now == null || isLost()) {
      return;
    }
    long began = System.nanoTime();
    if (began - checkpointAfter >= 0) {
      checkpoints.write(submitted.passable(), now);
      long done = System.nanoTime();
      checkpointAfter = done + PAUSES * (done - began);
    }
    if (submitted.isHeldUp()) {
      relay.saveAhead();
    }
  }

  /**
   * Writes a shard's checkpoint into the lease table, each position once and never backwards. A
   * failed write is retried with the next position. Thread-safe.
   */
  static final class Checkpoints {
    private static final Logger LOG = LoggerFactory.getLogger(Checkpoints.class);

    private final String shard;
    private @Nullable StreamPosition written;

    Checkpoints(String shard) {
      this.shard = shard;
    }

    /** Returns whether the lease table has this position, now or already before. */
    synchronized boolean write(
        Optional<StreamPosition> position, RecordProcessorCheckpointer checkpointer) {
      if (position.isEmpty() || (written != null && position.get().compareTo(written) <= 0)) {
        return true;
      }
      if (!attempt(() -> checkpointer.checkpoint(position.get().sequenceNumber()))) {
        return false;
      }
      written = position.get();
      return true;
    }

    /**
     * Acknowledges the end of the shard, all of which is finished, so that its child shards can
     * start.
     */
    synchronized boolean writeEnd(RecordProcessorCheckpointer checkpointer) {
      return attempt(checkpointer::checkpoint);
    }

    private interface Write {
      void run() throws KinesisClientLibException;
    }

    private boolean attempt(Write write) {
      try {
        write.run();
        return true;
      } catch (ShutdownException e) {
        LOG.info("Another worker holds the lease on {} now; its checkpoint is unchanged", shard);
      } catch (KinesisClientLibException | RuntimeException e) {
        LOG.warn("The checkpoint of {} could not be written and will be retried", shard, e);
      }
      return false;
    }
  }
}
