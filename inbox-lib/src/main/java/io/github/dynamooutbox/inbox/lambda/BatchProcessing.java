package io.github.dynamooutbox.inbox.lambda;

import io.github.dynamooutbox.inbox.HandleResult;
import io.github.dynamooutbox.inbox.lambda.FailureDecision.Decision;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Processes one batch. A worker takes the lane with the earliest message in the batch, processes
 * this one message, and puts the lane back.
 */
final class BatchProcessing {
  private static final System.Logger LOG = System.getLogger(BatchAdapter.class.getName());

  private final BatchSource source;
  private final List<Message> messages;
  private final BatchSettings settings;
  private final TimeLeft time;
  private final PriorityBlockingQueue<Queue<Message>> lanes;
  private final AtomicIntegerArray finished;
  private final AtomicInteger firstFailure = new AtomicInteger(Integer.MAX_VALUE);
  private final AtomicReference<@Nullable Error> error = new AtomicReference<>();
  private volatile boolean answered;

  BatchProcessing(
      BatchSource source, List<Message> messages, BatchSettings settings, TimeLeft time) {
    this.source = source;
    this.messages = messages;
    this.settings = settings;
    this.time = time;
    this.finished = new AtomicIntegerArray(messages.size());
    this.lanes =
        new PriorityBlockingQueue<>(
            Math.max(1, messages.size()), Comparator.comparingInt(lane -> lane.element().place()));
    lanes.addAll(lanes().values());
  }

  private Map<String, Queue<Message>> lanes() {
    List<Message> ordered = new ArrayList<>(messages);
    if (!source.isInOrder()) {
      // A standard queue does not keep the order, so messages that arrive together are sorted by
      // their
      // sequence, if they have one.
      ordered.sort(Comparator.comparing(Message::sequence));
    }
    Map<String, Queue<Message>> lanes = new LinkedHashMap<>();
    ordered.forEach(it -> lanes.computeIfAbsent(it.lane(), unused -> new ArrayDeque<>()).add(it));
    return lanes;
  }

  /** Returns the ids to report once all messages are processed or the time is up. */
  List<String> run(Executor executor) {
    int workers = Math.min(settings.parallel(), lanes.size());
    CountDownLatch running = new CountDownLatch(workers);
    for (int i = 0; i < workers; i++) {
      executor.execute(
          () -> {
            try {
              work();
            } catch (Error e) {
              error.compareAndSet(null, e);
            } finally {
              running.countDown();
            }
          });
    }
    await(running);
    answered = true;
    Error failure = error.get();
    if (failure != null) {
      throw failure;
    }
    return report();
  }

  private void await(CountDownLatch running) {
    try {
      // Running out of time is not an error of the batch: it is known which messages are finished.
      boolean unused = running.await(time.left().toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private List<String> report() {
    List<String> failed = new ArrayList<>();
    for (Message message : messages) {
      if (finished.get(message.place()) == 0) {
        failed.add(message.id());
        if (source.reportsTheFirst()) {
          break;
        }
      }
    }
    return failed;
  }

  private void work() {
    for (Queue<Message> lane = lanes.poll(); lane != null; lane = lanes.poll()) {
      Message message = lane.remove();
      boolean proceeds = process(message) || !source.isInOrder();
      if (proceeds && !lane.isEmpty()) {
        lanes.add(lane);
      }
    }
  }

  /** Returns whether the message is finished. */
  private boolean process(Message message) {
    Duration left = time.left();
    boolean mayStart =
        !answered
            && left.toMillis() > 0
            && !(source.reportsTheFirst() && firstFailure.get() < message.place());
    if (!mayStart) {
      return false;
    }
    if (!isFinished(message, left)) {
      firstFailure.accumulateAndGet(message.place(), Math::min);
      return false;
    }
    finished.set(message.place(), 1);
    return true;
  }

  private boolean isFinished(Message message, Duration left) {
    try {
      HandleResult result = settings.processor().process(message.reading().get(), left);
      return result
          .fold(Shortfall.OF)
          .map(it -> decide(message.failed(it.kind(), it.reason(), Optional.empty())))
          .orElse(true);
    } catch (RuntimeException e) {
      String reason = String.valueOf(e.getMessage());
      return decide(message.failed(FailureKind.of(e), reason, Optional.of(e)));
    }
  }

  private boolean decide(FailedMessage failed) {
    try {
      return settings.onFailure().decide(failed) == Decision.ACKNOWLEDGE;
    } catch (RuntimeException e) {
      // Its message may quote the event, so it is not logged.
      LOG.log(
          System.Logger.Level.WARNING,
          "onFailure threw for message {0}, which is delivered again: {1}",
          failed.id(),
          e.getClass().getName());
      return false;
    }
  }
}
