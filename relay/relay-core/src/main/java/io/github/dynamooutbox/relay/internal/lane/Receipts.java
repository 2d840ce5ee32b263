package io.github.dynamooutbox.relay.internal.lane;

import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.internal.call.BestEffortCalls;
import io.github.dynamooutbox.relay.loop.EventLoop;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.receipt.Receipt;
import io.github.dynamooutbox.relay.receipt.Receipt.Handled;
import io.github.dynamooutbox.relay.receipt.ReceiptBook;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Collects what was done and writes receipts of it: in a pause, when much was collected, after a
 * second, and at the end. What could not be written goes into the next receipt, until this is
 * closed: progress never passes an event before its receipt is durable. Confined to the relay's
 * event loop.
 */
public final class Receipts {
  /** So many events are written without waiting for a pause; they fit into one item. */
  private static final int MANY = 1_000;

  private static final Duration SOON = Duration.ofSeconds(1);

  /** What is to be written, and what to run once it is durable. */
  private record Note(long number, Handled event, Runnable durable) {}

  /** Runs once no note up to this number is open. */
  private record Waiting(long number, Runnable then) {}

  private record EventKey(RecordKey record, int index) {}

  private final Optional<ReceiptBook> book;
  private final InstantSource clock;
  private final RelayObserver observer;
  private final EventLoop loop;
  private final BestEffortCalls calls;
  private final SortedSet<Long> open = new TreeSet<>();
  private final List<Waiting> waiting = new ArrayList<>();
  private List<Note> collected = new ArrayList<>();
  private EventLoop.Timer timer = () -> {};
  private long numbers;
  private boolean closed;

  /** A receipt has just failed: the next one is due when the timer fires. */
  private boolean pausing;

  public Receipts(
      Optional<ReceiptBook> book,
      InstantSource clock,
      RelayObserver observer,
      EventLoop loop,
      BestEffortCalls calls) {
    this.book = book;
    this.clock = clock;
    this.observer = observer;
    this.loop = loop;
    this.calls = calls;
  }

  /** Receipts of a shard or of a part that is redriven. */
  public static Receipts of(Optional<ReceiptBook> book, RelayEnv env) {
    return new Receipts(book, env.clock(), env.observer(), env.loop(), env.bestEffortCalls());
  }

  /** A target has accepted an event, or said that it had it already. */
  void published(Delivery delivery, boolean deduplicated, Runnable durable) {
    Set<String> target = Set.of(delivery.lane().target());
    add(
        () ->
            Handled.of(delivery.envelope(), delivery.routed(), target)
                .deduplicated(deduplicated ? target : Set.of()),
        durable);
  }

  /**
   * The rules send an event to these targets, and nothing more has to be done for one or all of
   * them.
   */
  public void routed(Envelope envelope, Optional<Set<String>> targets, Runnable durable) {
    if (targets.isPresent()) {
      add(() -> Handled.of(envelope, targets, Set.of()), durable);
    } else {
      durable.run();
    }
  }

  public void dropped(Envelope envelope, Runnable durable) {
    routed(envelope, Optional.of(Set.of()), durable);
  }

  private void add(Supplier<Handled> event, Runnable durable) {
    if (book.isEmpty()) {
      durable.run();
      return;
    }
    open.add(++numbers);
    collected.add(new Note(numbers, event.get(), durable));
    if (collected.size() >= MANY) {
      write();
    } else if (collected.size() == 1) {
      timer = loop.schedule(SOON, this::write);
    }
  }

  /** Writes what was collected, if anything was. */
  public void write() {
    if (pausing && !closed) {
      return;
    }
    timer.cancel();
    while (!collected.isEmpty()) {
      List<Note> notes = collected.subList(0, Math.min(MANY, collected.size()));
      collected = new ArrayList<>(collected.subList(notes.size(), collected.size()));
      write(notes);
    }
  }

  private void write(List<Note> notes) {
    Receipt receipt = new Receipt(clock.instant(), merged(notes));
    calls.call(
        () -> book.orElseThrow().write(receipt),
        () -> {
          notes.forEach(note -> note.durable().run());
          ended(notes);
        },
        code -> failed(notes, code));
  }

  /** From now on, what fails is not tried again with the next receipt. */
  public void close() {
    closed = true;
  }

  /** Whether everything that was collected is written, or is not tried any more. */
  public boolean isWritten() {
    return open.isEmpty();
  }

  /** Runs the task once everything collected so far is written, or is not tried any more. */
  public void whenWritten(Runnable then) {
    waiting.add(new Waiting(numbers, then));
    runReady();
  }

  private void failed(List<Note> notes, String code) {
    observer.observe(new RelayEvent.Lost("receipt", notes.size(), code));
    if (closed) {
      ended(notes);
    } else {
      collected.addAll(0, notes);
      pausing = true;
      timer = loop.schedule(SOON, this::repeat);
    }
  }

  private void repeat() {
    pausing = false;
    write();
  }

  private void ended(List<Note> notes) {
    notes.forEach(note -> open.remove(note.number()));
    runReady();
  }

  private void runReady() {
    if (waiting.isEmpty()) {
      return;
    }
    long first = open.isEmpty() ? Long.MAX_VALUE : open.first();
    List<Waiting> ready = waiting.stream().filter(each -> each.number() < first).toList();
    waiting.removeAll(ready);
    ready.forEach(each -> each.then().run());
  }

  /** Merges the notes of an event that went to several targets; its latest routing counts. */
  private static List<Handled> merged(List<Note> notes) {
    Map<EventKey, Handled> events = new LinkedHashMap<>();
    for (Note note : notes) {
      Handled event = note.event();
      events.merge(new EventKey(event.record(), event.index()), event, Receipts::merged);
    }
    return List.copyOf(events.values());
  }

  private static Handled merged(Handled before, Handled after) {
    Set<String> published = new HashSet<>(before.published());
    published.addAll(after.published());
    Set<String> deduplicated = new HashSet<>(before.deduplicated());
    deduplicated.addAll(after.deduplicated());
    return new Handled(
        before.record(),
        before.index(),
        before.id(),
        before.writtenAt(),
        after.routed().or(before::routed),
        published,
        deduplicated);
  }
}
