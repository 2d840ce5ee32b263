package io.github.dynamooutbox.relay.internal;

import io.github.dynamooutbox.relay.ShardRelay;
import io.github.dynamooutbox.relay.internal.Intake.Submitted;
import io.github.dynamooutbox.relay.lane.BoundedRepeat;
import io.github.dynamooutbox.relay.lane.Repeater;
import io.github.dynamooutbox.relay.progress.Progress;
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
  private record Batch(List<Submitted> records, CompletableFuture<Void> accepted) {}

  private final String shard;
  private final RelayParts parts;
  private final Progress progress = new Progress();
  private final Repeater repeater;
  private final Intake intake;
  private final Dispatch dispatch;
  private final Receipts receipts;
  private final AheadList ahead;

  private final Object submitting = new Object();
  private @Nullable CompletableFuture<Optional<StreamPosition>> closed;

  // What follows belongs to the loop.
  private final Deque<Batch> batches = new ArrayDeque<>();
  private final List<CompletableFuture<Void>> waitingForRoom = new ArrayList<>();
  private final List<CompletableFuture<Void>> waitingForIdle = new ArrayList<>();
  private boolean preparing;
  private boolean stopped;

  public StreamShardRelay(String shard, RelayParts parts) {
    this.shard = shard;
    this.parts = parts;
    repeater = new Repeater(parts.loop(), parts.backoff(), parts.observer()::controlFailed);
    BoundedRepeat repeat = new BoundedRepeat(parts.loop(), parts.backoff());
    receipts = new Receipts(parts, repeat);
    dispatch = new Dispatch(parts, repeater, receipts, this::moved);
    intake = new Intake(parts, dispatch::halted);
    ahead = new AheadList(parts, progress, repeat);
  }

  @Override
  public CompletionStage<Void> submit(List<StreamRecord> records) {
    CompletableFuture<Void> accepted = new CompletableFuture<>();
    synchronized (submitting) {
      if (closed != null) {
        accepted.complete(null);
        return accepted;
      }
      List<Submitted> tracked = new ArrayList<>(records.size());
      for (StreamRecord record : records) {
        progress
            .track(record.position())
            .ifPresent(slot -> tracked.add(new Submitted(record, slot)));
      }
      parts.loop().execute(() -> enqueue(new Batch(tracked, accepted)));
    }
    return accepted;
  }

  @Override
  public CompletionStage<Void> settled() {
    CompletableFuture<Void> settled = new CompletableFuture<>();
    parts
        .loop()
        .execute(
            () -> {
              waitingForIdle.add(settled);
              moved();
            });
    return settled;
  }

  @Override
  public Optional<StreamPosition> firstUnfinished() {
    return progress.firstUnfinished();
  }

  @Override
  public CompletionStage<Optional<StreamPosition>> close() {
    synchronized (submitting) {
      if (closed == null) {
        CompletableFuture<Optional<StreamPosition>> answer = new CompletableFuture<>();
        closed = answer;
        parts.loop().execute(() -> stop(answer));
      }
      return closed;
    }
  }

  private void enqueue(Batch batch) {
    if (stopped) {
      batch.accepted().complete(null);
      return;
    }
    waitingForRoom.add(batch.accepted());
    batches.addLast(batch);
    prepareNext();
  }

  private void prepareNext() {
    Batch batch = preparing ? null : batches.pollFirst();
    if (batch == null) {
      return;
    }
    preparing = true;
    List<Incoming> incoming = intake.read(batch.records());
    // The list first, the lanes second: a lane that is closed in between is then seen closed.
    ahead.load(
        batch.records(),
        repeater,
        finished -> {
          dispatch.leaveOut(finished);
          dispatch.refresh(
              incoming,
              () -> {
                preparing = false;
                dispatch.add(incoming, () -> admitted(batch));
                prepareNext();
              });
        });
  }

  private void admitted(Batch batch) {
    batch.accepted().complete(null);
    waitingForRoom.removeIf(CompletableFuture::isDone);
  }

  private void moved() {
    boolean idle = !preparing && batches.isEmpty() && dispatch.isIdle();
    if (stopped || idle) {
      receipts.write();
      waitingForIdle.forEach(waiting -> waiting.complete(null));
      waitingForIdle.clear();
    }
  }

  private void stop(CompletableFuture<Optional<StreamPosition>> answer) {
    stopped = true;
    repeater.close();
    dispatch.abort();
    batches.clear();
    // There never will be room, and whoever waits for it must not wait for ever.
    waitingForRoom.forEach(waiting -> waiting.complete(null));
    waitingForRoom.clear();
    moved();
    Optional<StreamPosition> position = progress.firstUnfinished();
    ahead.save(position, () -> receipts.whenWritten(() -> answer.complete(position)));
  }

  @Override
  public String toString() {
    return "relay of " + shard;
  }
}
