package io.github.dynamooutbox.inbox.lambda;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.EventPosition;
import io.github.dynamooutbox.inbox.HandleResult;
import io.github.dynamooutbox.inbox.Inbox;
import io.github.dynamooutbox.inbox.ParkedFailure;
import io.github.dynamooutbox.inbox.ReceivedEvent;
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
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Processes one batch. A worker takes the lane with the earliest message in the batch, processes
 * this one message, and puts the lane back. Whatever goes wrong with a message is that message's
 * failure, unless it is one of the virtual machine.
 */
final class BatchProcessing {
  private static final System.Logger LOG = System.getLogger(BatchAdapter.class.getName());
  private static final long CHECK_MILLIS = 20;

  private final BatchSource source;
  private final List<Message> messages;
  private final BatchSettings settings;
  private final TimeLeft time;
  private final WorkerThreads threads;
  private final PriorityBlockingQueue<Queue<Message>> lanes;
  private final List<Course> courses;
  private final AtomicInteger firstFailure = new AtomicInteger(Integer.MAX_VALUE);
  private final AtomicReference<@Nullable Error> error = new AtomicReference<>();
  private volatile boolean answered;

  /** A permit for each worker that has ended. */
  private final Semaphore ended = new Semaphore(0);

  BatchProcessing(
      BatchSource source,
      List<Message> messages,
      BatchSettings settings,
      TimeLeft time,
      WorkerThreads threads) {
    this.source = source;
    this.messages = messages;
    this.settings = settings;
    this.time = time;
    this.threads = threads;
    this.courses = messages.stream().map(message -> new Course()).toList();
    this.lanes =
        new PriorityBlockingQueue<>(
            Math.max(1, messages.size()), Comparator.comparingInt(lane -> lane.element().place()));
    lanes.addAll(lanes().values());
  }

  private Map<String, Queue<Message>> lanes() {
    List<Message> ordered = new ArrayList<>(messages);
    if (!source.isInOrder()) {
      // A standard queue does not keep the order, so messages that arrive together are sorted by
      // their sequence, if they have one.
      ordered.sort(Comparator.comparing(Message::sequence));
    }
    Map<String, Queue<Message>> lanes = new LinkedHashMap<>();
    ordered.forEach(it -> lanes.computeIfAbsent(it.lane(), unused -> new ArrayDeque<>()).add(it));
    return lanes;
  }

  /** What becomes of a message. A handler that is overtaken by the time no longer decides. */
  private final class Course {
    private @Nullable Thread worker;
    private long dueAt;
    private boolean slow;
    private boolean finished;
    private boolean overdue;

    synchronized void begins(Duration left) {
      worker = Thread.currentThread();
      dueAt = System.nanoTime() + left.toNanos() / 2;
    }

    /**
     * Whether it has taken more than half of the time that was left when it began, and is not known
     * to be slow yet.
     */
    synchronized boolean isFoundSlow() {
      boolean found = worker != null && !slow && System.nanoTime() - dueAt > 0;
      if (found) {
        slow = true;
        threads.hangs();
      }
      return found;
    }

    /** Returns whether it is still up to the worker to decide the message's outcome. */
    synchronized boolean returns() {
      worker = null;
      if (slow) {
        threads.returns();
      }
      if (overdue) {
        // The interrupt was meant for this message.
        boolean unused = Thread.interrupted();
      }
      return !overdue;
    }

    synchronized void finish() {
      finished = true;
    }

    synchronized boolean isFinished() {
      return finished;
    }

    /** Interrupts a worker that is not back in time. Returns whether there is one. */
    synchronized boolean interrupt() {
      if (worker == null) {
        return false;
      }
      if (!slow) {
        slow = true;
        threads.hangs();
      }
      overdue = true;
      worker.interrupt();
      return true;
    }
  }

  /** Returns the ids to report once all messages are processed or the time is up. */
  List<String> run() {
    int hanging = threads.tooManyHang();
    if (hanging > 0) {
      throw new InternalError(
          "batches of "
              + source
              + ": "
              + hanging
              + " handlers were interrupted when their time was up and have not returned; this"
              + " process must be replaced, and those handlers given a timeout");
    }
    int workers = Math.min(settings.parallel(), lanes.size());
    for (int i = 0; i < workers; i++) {
      threads.execute(this::worker);
    }
    await(workers);
    answered = true;
    reportOverdue();
    Error failure = error.get();
    if (failure != null) {
      throw failure;
    }
    return report();
  }

  private void worker() {
    try {
      work();
    } catch (Error e) {
      error.compareAndSet(null, e);
    } finally {
      ended.release();
    }
  }

  /** Running out of time is not an error of the batch: it is known which messages are finished. */
  private void await(int first) {
    int workers = first;
    long end = System.nanoTime() + time.left().toNanos();
    try {
      for (long left = millis(end); left > 0; left = millis(end)) {
        // Looks up now and then only while messages wait for a thread.
        long wait = lanes.isEmpty() ? left : Math.min(left, CHECK_MILLIS);
        if (ended.tryAcquire(workers, wait, TimeUnit.MILLISECONDS)) {
          return;
        }
        workers += addForSlow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static long millis(long end) {
    return TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
  }

  /**
   * Handlers that hang must not keep the messages that wait for a thread from being started: for
   * each that takes long, there is one thread more.
   */
  private int addForSlow() {
    int added = 0;
    for (Course course : courses) {
      if (!lanes.isEmpty() && threads.tooManyHang() == 0 && course.isFoundSlow()) {
        threads.execute(this::worker);
        added++;
      }
    }
    return added;
  }

  private void decideOverdue(Message message) {
    String reason = "was still being handled when the time was up";
    if (decide(message.failed(FailureKind.TIMED_OUT, reason, Optional.empty()))) {
      courses.get(message.place()).finish();
    }
  }

  /** In a thread of its own, for half of the reserve: what decides may hang as well. */
  private void reportOverdue() {
    List<Message> overdue =
        messages.stream().filter(message -> courses.get(message.place()).interrupt()).toList();
    if (overdue.isEmpty()) {
      return;
    }
    Thread decides = new Thread(() -> overdue.forEach(this::decideOverdue), "inbox-batch-overdue");
    decides.setDaemon(true);
    decides.start();
    try {
      decides.join(Math.max(1, settings.reserve().toMillis() / 2));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private List<String> report() {
    List<String> failed = new ArrayList<>();
    for (Message message : messages) {
      if (!courses.get(message.place()).isFinished()) {
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
    courses.get(message.place()).finish();
    return true;
  }

  private boolean isFinished(Message message, Duration left) {
    Course course = courses.get(message.place());
    Optional<Throwable> failure = message.reading().failure();
    Optional<HandleResult> result = Optional.empty();
    if (failure.isEmpty()) {
      course.begins(left);
      try {
        ReceivedEvent event = message.reading().event().orElseThrow();
        result = Optional.of(settings.processor().process(event, left));
      } catch (Throwable e) {
        failure = Optional.of(e);
      }
      if (!course.returns()) {
        return false;
      }
    }
    if (failure.isPresent()) {
      Message.stopIfOfTheMachine(message.id(), failure.get());
      return decide(message.failed(failure.get()));
    }
    return result.map(it -> isFinished(message, it)).orElse(false);
  }

  private boolean isFinished(Message message, HandleResult result) {
    Optional<Shortfall> shortfall = result.fold(Shortfall.OF);
    if (shortfall.isPresent()) {
      return decide(
          message.failed(shortfall.get().kind(), shortfall.get().reason(), Optional.empty()));
    }
    Optional<ParkedFailure> parked = result.parkedFailure();
    while (parked.isPresent()) {
      if (!decide(message.failedBehind(parked.get()))) {
        // Another delivery of the message, as a repeat, tries again what may pass.
        return FailureKind.of(parked.get().cause()) != FailureKind.TEMPORARY;
      }
      try {
        if (!discard(parked.get())) {
          return true;
        }
        ReceivedEvent event = message.reading().event().orElseThrow();
        parked = settings.processor().process(event, time.left()).parkedFailure();
      } catch (RuntimeException e) {
        LOG.log(
            System.Logger.Level.WARNING,
            "{0} could not be given up, message {1} is delivered again: {2}",
            parked.get(),
            message.id(),
            e.getClass().getName());
        return false;
      }
    }
    return true;
  }

  /** Gives up a parked event that is stored elsewhere. Returns whether it was there. */
  private boolean discard(ParkedFailure parked) {
    Optional<Inbox> inbox = settings.inbox();
    Optional<EventPosition> position = parked.event().flatMap(ReceivedEvent::position);
    AggregateKey aggregate = parked.aggregate();
    return inbox.isPresent()
        && position.isPresent()
        && inbox.get().discard(parked.source(), aggregate, position.get()).isPresent();
  }

  private boolean decide(FailedMessage failed) {
    try {
      return settings.onFailure().decide(failed) == Decision.ACKNOWLEDGE;
    } catch (Throwable e) {
      Message.stopIfOfTheMachine(failed.id(), e);
      // Its message may quote the event, so it is not logged.
      LOG.log(
          System.Logger.Level.WARNING,
          "onFailure threw for message {0}, which is delivered again: {1}",
          failed.id(),
          e.getClass().getName());
      return false;
    }
  }

  /** The time left to an invocation, minus the reserve for its response. */
  record TimeLeft(IntSupplier remainingMillis, Duration reserve) {

    /** Zero or negative once the time is up. */
    Duration left() {
      return Duration.ofMillis(remainingMillis.getAsInt()).minus(reserve);
    }
  }

  /**
   * The complete settings of an adapter.
   *
   * @param inbox where parked events are given up, if the adapter knows it
   */
  record BatchSettings(
      EventProcessor processor,
      Optional<Inbox> inbox,
      FailureDecision onFailure,
      int parallel,
      Duration reserve) {}
}
