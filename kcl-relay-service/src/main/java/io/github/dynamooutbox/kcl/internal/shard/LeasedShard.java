package io.github.dynamooutbox.kcl.internal.shard;

import io.github.dynamooutbox.relay.stream.ShardRelay;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.kinesis.processor.RecordProcessorCheckpointer;

/**
 * One shard for as long as this worker holds its lease: hands records to the relay, the next while
 * the last are in flight, and checkpoints what is finished. KCL calls one method at a time.
 */
final class LeasedShard {
  /**
   * How often what is finished is checkpointed. After a crash at most this much is published again.
   * A checkpoint is one write to the lease table, and only written where something moved: at most
   * 2.6 million a month and shard. Where one record has waited this long, what was finished behind
   * it is added to the control table: one write for each KB, of about 30 deliveries.
   */
  static final Duration CHECKPOINT_EVERY = Duration.ofSeconds(1);

  /** How soon nothing more is published once the lease has expired; reads memory only. */
  static final Duration LEASE_LOOK = Duration.ofMillis(200);

  /**
   * Records under way, with events or without. Those without take no room in the relay's window,
   * and would pile up behind one that waits.
   */
  static final int MAX_WAITING = 50_000;

  /** What a hand-over leaves to finish what is in flight; the rest is the next owner's. */
  static final Duration FINISHING = Duration.ofSeconds(12);

  /** For aborting and for writing down what is finished ahead. */
  static final Duration CLOSING = Duration.ofSeconds(4);

  private static final Duration FOREVER = Duration.ofDays(365);
  private static final Logger LOG = LoggerFactory.getLogger(LeasedShard.class);

  private final String shard;
  private final ShardSetting setting;
  private final ShardRelay relay;
  private final Submitted submitted;
  private final Checkpoints checkpoints;
  private final List<ScheduledFuture<?>> timers;
  private volatile @Nullable RecordProcessorCheckpointer checkpointer;
  private volatile boolean closed;

  /** That was noticed already, by itself or by KCL. */
  private volatile boolean lost;

  /** What is not finished is the next owner's, the shard's end as well. */
  private volatile boolean handedOver;

  /** Some records were not taken: what is finished is not all there is. */
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
            every(setting.looks(), LEASE_LOOK, this::dropIfExpired));
  }

  private static ScheduledFuture<?> every(
      ScheduledExecutorService timer, Duration time, Runnable task) {
    return timer.scheduleWithFixedDelay(
        task, time.toMillis(), time.toMillis(), TimeUnit.MILLISECONDS);
  }

  static LeasedShard open(String shard, ShardSetting setting) {
    LeasedShard opened = new LeasedShard(shard, setting);
    setting.open().opened(shard, opened.submitted);
    // KCL may make the first question wait: here that delays no other shard.
    opened.isLost();
    LOG.info("Relaying {}", shard);
    return opened;
  }

  /** Returns when there is room for more, or the shard's time is up. A read may find nothing. */
  void take(List<Record> records, RecordProcessorCheckpointer now) {
    checkpointer = now;
    if (closed || setting.stopping().getAsBoolean()) {
      refused = true;
      return;
    }
    CompletionStage<Void> room = submitted.submit(records);
    setting.open().read(shard, records);
    boolean hasRoom = Waiting.isDone(room, FOREVER, this::inVain);
    while (hasRoom && submitted.waiting() >= MAX_WAITING && !inVain()) {
      hasRoom = Waiting.pause();
    }
  }

  private boolean inVain() {
    return closed || setting.stopping().getAsBoolean() || isLost();
  }

  private boolean isLost() {
    return !setting.holdsLease().test(shard);
  }

  /** The lease is another worker's: what is not sent is dropped, nothing is checkpointed. */
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
   * Lets the shards that follow this one start, once all of it is finished. KCL asks again until it
   * is acknowledged. If the worker stops meanwhile, the shard is handed over as it is.
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
    while (relay.firstUnfinished().isPresent() && !inVain()) {
      // It also settles where the relay halts, and then waits for an operator.
      if (Waiting.isDone(relay.settled(), FOREVER, this::inVain)) {
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

  /** Finishes what is in flight, as far as time allows, and tells the next owner where to go on. */
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

  /** Nothing more is published or checkpointed. */
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

  /** Sends nothing more from now on; completes when what is finished ahead is saved. */
  private CompletionStage<?> closing() {
    closed = true;
    timers.forEach(timer -> timer.cancel(false));
    return relay.close();
  }

  /** KCL sees it only once a renewal under way has ended, while the next owner may publish. */
  private void dropIfExpired() {
    if (!closed && isLost()) {
      // Without waiting: the other shards' leases may have expired, too.
      CompletionStage<?> unused = closing();
      lost("the lease has expired");
      setting.dropLease().accept(shard);
    }
  }

  private void checkpoint() {
    RecordProcessorCheckpointer now = checkpointer;
    if (!closed && now != null && !isLost()) {
      checkpoints.write(submitted.passable(), now);
      if (submitted.isHeldUp()) {
        relay.saveAhead();
      }
    }
  }
}
