package io.github.dynamooutbox.relay.internal.lane;

import io.github.dynamooutbox.relay.internal.call.BestEffortCalls;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.receipt.Receipt;
import io.github.dynamooutbox.relay.receipt.ReceiptBook;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Collects what was published and writes it down when there is a pause, when there is much of it,
 * and at the end. Belongs to the relay's loop.
 */
public final class Receipts {
  /** Written down without waiting for a pause. UUIDs of so many events fit into one item. */
  private static final int MANY = 1_000;

  private final Optional<ReceiptBook> book;
  private final InstantSource clock;
  private final RelayObserver observer;
  private final BestEffortCalls calls;
  private Map<String, List<String>> published = new TreeMap<>();
  private List<String> dropped = new ArrayList<>();
  private int collected;
  private int writing;
  private Optional<Runnable> whenWritten = Optional.empty();

  public Receipts(
      Optional<ReceiptBook> book,
      InstantSource clock,
      RelayObserver observer,
      BestEffortCalls calls) {
    this.book = book;
    this.clock = clock;
    this.observer = observer;
    this.calls = calls;
  }

  public void published(String target, String eventId) {
    published.computeIfAbsent(target, name -> new ArrayList<>()).add(eventId);
    collectedOne();
  }

  public void dropped(String eventId) {
    dropped.add(eventId);
    collectedOne();
  }

  /** Writes down what was collected, if anything was. */
  public void write() {
    if (collected == 0 || book.isEmpty()) {
      return;
    }
    Receipt receipt = new Receipt(clock.instant(), published, dropped);
    published = new TreeMap<>();
    dropped = new ArrayList<>();
    int events = collected;
    collected = 0;
    writing++;
    calls.call(
        () -> book.get().write(receipt),
        this::written,
        code -> {
          observer.lost("receipt", events, code);
          written();
        });
  }

  /** Goes on once nothing is being written any more. */
  public void whenWritten(Runnable then) {
    if (writing == 0) {
      then.run();
    } else {
      whenWritten = Optional.of(then);
    }
  }

  private void collectedOne() {
    if (book.isEmpty()) {
      return;
    }
    collected++;
    if (collected >= MANY) {
      write();
    }
  }

  private void written() {
    writing--;
    if (writing == 0) {
      whenWritten.ifPresent(Runnable::run);
    }
  }
}
