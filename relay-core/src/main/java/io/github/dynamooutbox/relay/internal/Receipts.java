package io.github.dynamooutbox.relay.internal;

import io.github.dynamooutbox.relay.lane.BoundedRepeat;
import io.github.dynamooutbox.relay.receipt.Receipt;
import io.github.dynamooutbox.relay.receipt.ReceiptBook;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Collects what was published and writes it down when there is a pause, when there is much of it,
 * and at the end. Belongs to the relay's loop.
 */
final class Receipts {
  /** Written down without waiting for a pause. UUIDs of so many events fit into one item. */
  private static final int MANY = 1_000;

  private final RelayParts parts;
  private final BoundedRepeat repeat;
  private Map<String, List<String>> published = new TreeMap<>();
  private List<String> dropped = new ArrayList<>();
  private int collected;
  private int writing;
  private Optional<Runnable> whenWritten = Optional.empty();

  Receipts(RelayParts parts, BoundedRepeat repeat) {
    this.parts = parts;
    this.repeat = repeat;
  }

  void published(String target, String eventId) {
    published.computeIfAbsent(target, name -> new ArrayList<>()).add(eventId);
    collectedOne();
  }

  void dropped(String eventId) {
    dropped.add(eventId);
    collectedOne();
  }

  /** Writes down what was collected, if anything was. */
  void write() {
    Optional<ReceiptBook> book = parts.receipts();
    if (collected == 0 || book.isEmpty()) {
      return;
    }
    Receipt receipt = new Receipt(parts.clock().instant(), published, dropped);
    published = new TreeMap<>();
    dropped = new ArrayList<>();
    int events = collected;
    collected = 0;
    writing++;
    repeat.call(
        () -> book.get().write(receipt),
        this::written,
        code -> {
          parts.observer().lost("receipt", events, code);
          written();
        });
  }

  /** Goes on once nothing is being written any more. */
  void whenWritten(Runnable then) {
    if (writing == 0) {
      then.run();
    } else {
      whenWritten = Optional.of(then);
    }
  }

  private void collectedOne() {
    if (parts.receipts().isEmpty()) {
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
