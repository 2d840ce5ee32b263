package io.github.dynamooutbox.relay.internal.lane;

import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.internal.call.BestEffortCalls;
import io.github.dynamooutbox.relay.loop.EventLoop;
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
 * Collects what was done and writes it down when there is a pause, when there is much of it, after
 * a second, and at the end. What fails is written with the next receipt, until this is closed:
 * nobody passes an event before its receipt is durable. Belongs to the relay's loop.
 */
public final class Receipts {
  /** Written down without waiting for a pause. So many events fit into one item. */
  private static final int MANY = 1_000;

  private static final Duration SOON = Duration.ofSeconds(1);

  /** What is to be written down, and who waits for it. */
  private record Note(long number, Handled event, Runnable durable) {}

  /** Goes on when no note is open up to this number. */
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

  /** A receipt has just failed: the next one is due when the timer goes off. */
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

  /** A target has accepted an event. */
  void published(Delivery delivery, Runnable durable) {
    add(
        () -> Handled.of(delivery.envelope(), delivery.routed(), Set.of(delivery.lane().target())),
        durable);
  }

  /** Where the rules send an event, which for some target needs nothing more to be done. */
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

  /** Writes down what was collected, if anything was. */
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
    Receipt receipt = new Receipt(clock.instant(), together(notes));
    calls.call(
        () -> book.orElseThrow().write(receipt),
        () -> {
          notes.forEach(note -> note.durable().run());
          ended(notes);
        },
        code -> failed(notes, code));
  }

  /** Nothing that fails from now on is tried again with the next receipt. */
  public void close() {
    closed = true;
  }

  /** Whether everything that was collected is written, or nothing more is tried. */
  public boolean isWritten() {
    return open.isEmpty();
  }

  /** Goes on once everything is written that was collected so far, or nothing more is tried. */
  public void whenWritten(Runnable then) {
    waiting.add(new Waiting(numbers, then));
    goOn();
  }

  private void failed(List<Note> notes, String code) {
    observer.lost("receipt", notes.size(), code);
    if (closed) {
      ended(notes);
    } else {
      collected.addAll(0, notes);
      pausing = true;
      timer.cancel();
      timer = loop.schedule(SOON, this::repeat);
    }
  }

  private void repeat() {
    pausing = false;
    write();
  }

  private void ended(List<Note> notes) {
    notes.forEach(note -> open.remove(note.number()));
    goOn();
  }

  private void goOn() {
    if (waiting.isEmpty()) {
      return;
    }
    long first = open.isEmpty() ? Long.MAX_VALUE : open.first();
    List<Waiting> ready = waiting.stream().filter(each -> each.number() < first).toList();
    waiting.removeAll(ready);
    ready.forEach(each -> each.then().run());
  }

  /** An event that went to several targets is one; the rules that it met last count. */
  private static List<Handled> together(List<Note> notes) {
    Map<EventKey, Handled> events = new LinkedHashMap<>();
    for (Note note : notes) {
      Handled event = note.event();
      events.merge(new EventKey(event.record(), event.index()), event, Receipts::together);
    }
    return List.copyOf(events.values());
  }

  private static Handled together(Handled before, Handled after) {
    Set<String> published = new HashSet<>(before.published());
    published.addAll(after.published());
    return new Handled(
        before.record(),
        before.index(),
        before.id(),
        before.writtenAt(),
        after.routed().or(before::routed),
        published);
  }
}
