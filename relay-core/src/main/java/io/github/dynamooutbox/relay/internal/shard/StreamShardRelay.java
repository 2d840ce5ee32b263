package io.github.dynamooutbox.relay.internal.shard;

import io.github.dynamooutbox.relay.internal.call.BestEffortCalls;
import io.github.dynamooutbox.relay.internal.call.Failures;
import io.github.dynamooutbox.relay.internal.call.RequiredCalls;
import io.github.dynamooutbox.relay.internal.circuit.Kept;
import io.github.dynamooutbox.relay.internal.lane.Halt;
import io.github.dynamooutbox.relay.internal.lane.Parking;
import io.github.dynamooutbox.relay.internal.lane.Receipts;
import io.github.dynamooutbox.relay.internal.progress.Progress;
import io.github.dynamooutbox.relay.internal.queue.AppendingQueues;
import io.github.dynamooutbox.relay.internal.shard.Intake.Submitted;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.queue.ParkingQueues;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** One shard's way through the relay: each batch is read, prepared, and handed to the lanes. */
public final class StreamShardRelay implements ShardRelay {
  /** A batch, and what is in it for us. */
  private static final class Preparing {
    private final SubmittedBatch batch;
    private final List<Incoming> incoming;
    private boolean isDone;

    private Preparing(SubmittedBatch batch, List<Incoming> incoming) {
      this.batch = batch;
      this.incoming = incoming;
    }
  }

  /**
   * Batches whose lanes are looked up while others are sent: a control table that answers slowly
   * makes events later, but not fewer.
   */
  private static final int PREPARED_AT_ONCE = 4;

  private final String shard;
  private final RelayObserver observer;
  private final Progress progress = new Progress();
  private final ShardLoop loop;
  private final RequiredCalls calls;
  private final Intake intake;
  private final Dispatch dispatch;
  private final Receipts receipts;
  private final CircuitStore circuitStore;
  private final AheadList ahead;

  private final Object submitting = new Object();
  private @Nullable CompletableFuture<Optional<StreamPosition>> closed;

  // What follows belongs to the loop.
  private final Deque<SubmittedBatch> batches = new ArrayDeque<>();
  private final List<CompletableFuture<Void>> waitingForRoom = new ArrayList<>();
  private final List<CompletableFuture<Void>> waitingForIdle = new ArrayList<>();
  private final Deque<Preparing> preparing = new ArrayDeque<>();
  private boolean broken;
  private Optional<Throwable> fault = Optional.empty();
  private boolean stopped;

  public StreamShardRelay(String shard, ShardContext parts) {
    this.shard = shard;
    observer = parts.observer();
    loop = new ShardLoop(parts.loop(), this::turn, this::broke);
    calls = new RequiredCalls(loop, parts.control(), parts.observer()::controlFailed);
    BestEffortCalls bestEffort = new BestEffortCalls(loop, parts.control());
    receipts = new Receipts(parts.receipts(), parts.clock(), parts.observer(), loop, bestEffort);
    Halt halt = new Halt(parts.observer());
    Optional<ParkingQueues> queues =
        parts.parking().queues().map(table -> new AppendingQueues(table, calls, parts.clock()));
    circuitStore = new CircuitStore(queues, shard, bestEffort, parts.observer());
    Kept kept = new KeptOfShard(parts, circuitStore).with(progress);
    Parking parking = new Parking(parts.parking(), shard, queues, calls, kept);
    dispatch = new Dispatch(parts, loop, parking, kept, receipts, halt);
    intake = new Intake(parts, halt);
    ahead = new AheadList(shard, parts, progress, bestEffort);
  }

  @Override
  public CompletionStage<Void> submit(List<StreamRecord> records) {
    CompletableFuture<Void> accepted = new CompletableFuture<>();
    synchronized (submitting) {
      if (closed != null) {
        accepted.complete(null);
        return accepted;
      }
      Deque<Submitted> tracked = new ArrayDeque<>(records.size());
      for (StreamRecord record : records) {
        progress
            .track(record.position(), record.createdAt())
            .ifPresent(slot -> tracked.add(new Submitted(record, slot)));
      }
      SubmittedBatch batch = SubmittedBatch.of(tracked, accepted);
      loop.execute(() -> enqueue(batch));
    }
    return accepted;
  }

  @Override
  public CompletionStage<Void> settled() {
    CompletableFuture<Void> settled = new CompletableFuture<>();
    loop.execute(() -> waitingForIdle.add(settled));
    return settled;
  }

  @Override
  public Optional<StreamPosition> firstUnfinished() {
    return progress.firstUnfinished();
  }

  @Override
  public void saveAhead() {
    loop.execute(
        () -> {
          if (!stopped) {
            ahead.addNew(progress.firstUnfinished());
          }
        });
  }

  @Override
  public CompletionStage<Optional<StreamPosition>> close() {
    synchronized (submitting) {
      if (closed == null) {
        CompletableFuture<Optional<StreamPosition>> answer = new CompletableFuture<>();
        closed = answer;
        // Taken here: whatever position the host asks for from now on is in it.
        Progress.Rest rest = progress.rest();
        loop.execute(() -> stop(rest, answer));
      }
      return closed;
    }
  }

  private void enqueue(SubmittedBatch batch) {
    if (stopped || broken) {
      reportFault();
      batch.accepted().complete(null);
      return;
    }
    waitingForRoom.add(batch.accepted());
    batches.addLast(batch);
  }

  /** Starts to prepare the next batch, if there is one; returns whether it did. */
  private boolean prepareNext() {
    boolean isMyTurn =
        preparing.isEmpty() || (ahead.isLoaded() && preparing.size() < PREPARED_AT_ONCE);
    if (batches.isEmpty() || !isMyTurn) {
      return false;
    }
    SubmittedBatch batch = batches.removeFirst();
    Preparing next = new Preparing(batch, intake.read(batch.records()));
    preparing.addLast(next);
    // The list first, the lanes second: a lane that is closed in between is then seen closed.
    ahead.load(
        batch.first(),
        calls,
        finished -> {
          dispatch.leaveOut(finished);
          dispatch.refresh(next.incoming, () -> next.isDone = true);
        });
    return true;
  }

  /** Hands the first batch to the lanes, if it is prepared; returns whether it did. */
  private boolean handOver() {
    Preparing first = preparing.peekFirst();
    if (first == null || !first.isDone) {
      return false;
    }
    preparing.removeFirst();
    SubmittedBatch batch = first.batch;
    dispatch.add(first.incoming, () -> admitted(batch));
    return true;
  }

  private void admitted(SubmittedBatch batch) {
    batch.accepted().complete(null);
    batch.last().ifPresent(last -> dispatch.passed(progress.firstUnfinished().orElse(last)));
  }

  /** What follows from the task that the loop has just run: all that can be started, or the end. */
  private void turn() {
    if (!broken) {
      dispatch.turn();
      boolean goesOn = true;
      while (goesOn) {
        boolean isPrepared = prepareNext();
        goesOn = handOver() || isPrepared;
        if (goesOn) {
          dispatch.turn();
        }
      }
    }
    if (broken || hasRoom()) {
      waitingForRoom.forEach(waiting -> waiting.complete(null));
    }
    waitingForRoom.removeIf(CompletableFuture::isDone);
    boolean idle = preparing.isEmpty() && batches.isEmpty() && dispatch.isIdle();
    if (stopped || idle || broken) {
      receipts.write();
      if (stopped || broken || receipts.isWritten()) {
        waitingForIdle.forEach(waiting -> waiting.complete(null));
        waitingForIdle.clear();
      }
    }
  }

  /** Whether another batch can be prepared while others are sent. */
  private boolean hasRoom() {
    return batches.isEmpty() && preparing.size() < PREPARED_AT_ONCE && dispatch.hasRoom();
  }

  /**
   * A fault of the relay itself, or of the process: what this shard knows cannot be relied on any
   * more, except for what is finished. The host must not wait for the rest.
   */
  private void broke(Throwable failure) {
    if (broken) {
      return;
    }
    broken = true;
    fault = Optional.of(failure);
    reportFault();
    calls.close();
    batches.clear();
    preparing.clear();
    dispatch.abort();
    turn();
  }

  private void stop(Progress.Rest rest, CompletableFuture<Optional<StreamPosition>> answer) {
    stopped = true;
    calls.close();
    if (!broken) {
      dispatch.abort();
    }
    batches.clear();
    // There never will be room, and whoever waits for it must not wait for ever.
    waitingForRoom.forEach(waiting -> waiting.complete(null));
    waitingForRoom.clear();
    receipts.close();
    turn();
    Runnable end = () -> answer.complete(progress.firstUnfinished());
    Runnable written = () -> ahead.addNews(rest, () -> circuitStore.whenSaved(end));
    // What is known by now does not wait for receipts that are under way; they may add to it. The
    // host may have gone on from where the rest begins before they do.
    ahead.save(rest, () -> receipts.whenWritten(written));
  }

  /** Says at which position the shard has to go on, as soon as there is one. */
  private void reportFault() {
    if (fault.isPresent() && progress.firstUnfinished().isPresent()) {
      observer.halted(
          progress.firstUnfinished().get(),
          "INTERNAL",
          "relaying the shard failed, which is a fault of the relay or of its process: "
              + Failures.code(fault.get())
              + Failures.place(fault.get()));
      fault = Optional.empty();
    }
  }

  @Override
  public String toString() {
    return "relay of " + shard;
  }
}
