package io.github.dynamooutbox.relay.internal.shard;

import io.github.dynamooutbox.relay.internal.call.BestEffortCalls;
import io.github.dynamooutbox.relay.internal.call.Failures;
import io.github.dynamooutbox.relay.internal.call.RequiredCalls;
import io.github.dynamooutbox.relay.internal.circuit.Memory;
import io.github.dynamooutbox.relay.internal.circuit.MemoryStore;
import io.github.dynamooutbox.relay.internal.lane.Halt;
import io.github.dynamooutbox.relay.internal.lane.LaneContext;
import io.github.dynamooutbox.relay.internal.lane.Parking;
import io.github.dynamooutbox.relay.internal.lane.Receipts;
import io.github.dynamooutbox.relay.internal.lane.RelayEnv;
import io.github.dynamooutbox.relay.internal.progress.Progress;
import io.github.dynamooutbox.relay.internal.queue.AppendingQueues;
import io.github.dynamooutbox.relay.internal.queue.ParkingQueues;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The relay of one shard: each batch is put in order, prepared, and handed over to be sent. */
public final class StreamShardRelay implements ShardRelay {
  /** A submission. */
  private static final class Batch {
    private final Deque<KeyedRecord> records;
    private final Optional<StreamPosition> first;
    private final Optional<StreamPosition> last;

    /** Completes when there is room for more. */
    private final CompletableFuture<Void> accepted;

    /** The records in the order in which they have to leave. */
    private List<KeyedRecord> ordered = List.of();

    private boolean isPrepared;

    private Batch(Deque<KeyedRecord> records, CompletableFuture<Void> accepted) {
      this.records = records;
      this.accepted = accepted;
      first = Optional.ofNullable(records.peekFirst()).map(each -> each.slot().position());
      last = Optional.ofNullable(records.peekLast()).map(each -> each.slot().position());
    }
  }

  /**
   * How many batches have their lanes looked up while others are sent: a slow control table delays
   * events without reducing throughput.
   */
  private static final int PREPARED_AT_ONCE = 4;

  private final String shard;
  private final RelayObserver observer;
  private final Progress progress = new Progress();
  private final Halt halt;
  private final ShardLoop loop;
  private final RequiredCalls calls;
  private final Intake intake;
  private final Dispatch dispatch;
  private final Receipts receipts;
  private final MemoryStore memoryStore;
  private final AheadList ahead;

  private final Object submitting = new Object();
  private @Nullable CompletableFuture<Optional<StreamPosition>> closed;

  // What follows is confined to the loop.
  private final Deque<Batch> batches = new ArrayDeque<>();
  private final List<CompletableFuture<Void>> waitingForRoom = new ArrayList<>();
  private final List<CompletableFuture<Void>> waitingForIdle = new ArrayList<>();
  private final Deque<Batch> preparing = new ArrayDeque<>();
  private boolean broken;
  private Optional<Throwable> fault = Optional.empty();
  private boolean stopped;

  public StreamShardRelay(String shard, ShardContext parts) {
    this.shard = shard;
    observer = parts.env().observer();
    loop = new ShardLoop(parts.env().loop(), this::turn, this::broke);
    RelayEnv env = parts.env().on(loop);
    calls = env.requiredCalls();
    BestEffortCalls bestEffort = env.bestEffortCalls();
    memoryStore = new MemoryStore(parts.parking().queues(), shard, bestEffort, observer);
    Memory memory = parts.memory(progress, memoryStore);
    Optional<ParkingQueues> queues =
        parts.parking().queues().map(table -> new AppendingQueues(table, calls, env.clock()));
    Parking parking = new Parking(parts.parking(), shard, queues, calls, memory);
    receipts = Receipts.of(parts.receipts(), env);
    LaneContext lanes = LaneContext.of(env, memory, parking, parts.window().get(), receipts);
    halt = lanes.halt();
    intake =
        new Intake(parts.decoder(), parts.router(), parts.parking().parksPoison(), observer, halt);
    dispatch = new Dispatch(lanes, intake, parts.router(), parts.targets());
    ahead =
        new AheadList(
            parts.finishedAhead().map(all -> all.ofShard(shard)), progress, bestEffort, observer);
  }

  @Override
  public CompletionStage<Void> submit(List<StreamRecord> records) {
    CompletableFuture<Void> accepted = new CompletableFuture<>();
    synchronized (submitting) {
      if (closed != null) {
        accepted.complete(null);
        return accepted;
      }
      Optional<StreamPosition> disorder = disorder(records);
      List<StreamRecord> rising = new ArrayList<>(records);
      disorder.ifPresent(any -> rising.sort(Comparator.comparing(StreamRecord::position)));
      Deque<KeyedRecord> tracked = new ArrayDeque<>(records.size());
      for (StreamRecord record : rising) {
        progress
            .track(record.position(), record.createdAt())
            .ifPresent(slot -> tracked.add(new KeyedRecord(record, slot)));
      }
      Batch batch = new Batch(tracked, accepted);
      loop.execute(
          () -> {
            disorder.ifPresent(this::haltAtDisorder);
            enqueue(batch);
          });
    }
    return accepted;
  }

  /**
   * The lowest position that does not rise above the one before it in its batch. A record there
   * would be taken for one that is already in progress, and vanish.
   */
  private Optional<StreamPosition> disorder(List<StreamRecord> records) {
    Optional<StreamPosition> lowest = Optional.empty();
    StreamPosition highest = null;
    for (StreamRecord record : records) {
      StreamPosition position = record.position();
      boolean isRising = highest == null || position.compareTo(highest) > 0;
      if (!isRising && progress.isNew(position)) {
        lowest = Optional.of(lowest.filter(each -> each.compareTo(position) < 0).orElse(position));
      }
      highest = isRising ? position : highest;
    }
    return lowest;
  }

  private void haltAtDisorder(StreamPosition position) {
    halt.at(
        position,
        "DISORDER",
        "the positions of a batch do not rise: the record at %s follows one at the same or a later position, so it is not what the stream delivered"
            .formatted(position));
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
        // Taken here, so that it includes whatever position the host asks for from now on.
        Progress.Rest rest = progress.rest();
        loop.execute(() -> stop(rest, answer));
      }
      return closed;
    }
  }

  private void enqueue(Batch batch) {
    if (stopped || broken) {
      reportFault();
      batch.accepted.complete(null);
      return;
    }
    waitingForRoom.add(batch.accepted);
    batches.addLast(batch);
  }

  /** Starts to prepare the next batch, if there is one; returns whether it did. */
  private boolean prepareNext() {
    boolean isMyTurn =
        preparing.isEmpty() || (ahead.isLoaded() && preparing.size() < PREPARED_AT_ONCE);
    if (batches.isEmpty() || !isMyTurn) {
      return false;
    }
    Batch batch = batches.removeFirst();
    batch.ordered = intake.inOrder(batch.records);
    preparing.addLast(batch);
    // The list first, then the lanes: a lane that is closed in between is then seen to be closed.
    ahead.load(
        batch.first,
        calls,
        finished -> {
          dispatch.leaveOut(finished);
          dispatch.refresh(batch.ordered, () -> batch.isPrepared = true);
        });
    return true;
  }

  /** Hands the first batch to the lanes, if it is prepared; returns whether it did. */
  private boolean handOver() {
    Batch first = preparing.peekFirst();
    if (first == null || !first.isPrepared) {
      return false;
    }
    preparing.removeFirst();
    List<KeyedRecord> ordered = first.ordered;
    first.ordered = List.of();
    dispatch.add(ordered, () -> admitted(first));
    return true;
  }

  private void admitted(Batch batch) {
    batch.accepted.complete(null);
    batch.last.ifPresent(last -> dispatch.passed(progress.firstUnfinished().orElse(last)));
  }

  /** What follows from the task that the loop has just run: starts what can be started, or ends. */
  private void turn() {
    if (!broken) {
      dispatch.turn(!waitingForIdle.isEmpty());
      boolean goesOn = true;
      while (goesOn) {
        boolean isPrepared = prepareNext();
        goesOn = handOver() || isPrepared;
        if (goesOn) {
          dispatch.turn(!waitingForIdle.isEmpty());
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
   * A bug in the relay, or a fault of the process: the state of this shard cannot be relied on any
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
    dispatch.abort();
    turn();
  }

  private void stop(Progress.Rest rest, CompletableFuture<Optional<StreamPosition>> answer) {
    stopped = true;
    calls.close();
    if (!broken) {
      dispatch.abort();
    }
    // There will never be room, and the host must not wait for it for ever.
    waitingForRoom.forEach(waiting -> waiting.complete(null));
    receipts.close();
    turn();
    Runnable end = () -> answer.complete(progress.firstUnfinished());
    Runnable written = () -> ahead.addNews(rest, () -> memoryStore.whenSaved(end));
    // What is known now is saved without waiting for receipts in flight, which may add to it: the
    // host may continue from where the rest begins before they are written.
    ahead.save(rest, () -> receipts.whenWritten(written));
  }

  /** Reports the position from which the shard has to continue, as soon as there is one. */
  private void reportFault() {
    if (fault.isPresent() && progress.firstUnfinished().isPresent()) {
      observer.observe(
          new RelayEvent.Halted(
              progress.firstUnfinished().get(),
              "INTERNAL",
              "relaying the shard failed because of a bug in the relay or a fault of its process: "
                  + Failures.code(fault.get())
                  + Failures.place(fault.get())));
      fault = Optional.empty();
    }
  }

  @Override
  public String toString() {
    return "relay of " + shard;
  }
}
