package io.github.dynamooutbox.aws.control;

import io.github.dynamooutbox.aws.control.StoredReceipt.Handled;
import io.github.dynamooutbox.relay.receipt.Receipt;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Receipts in binary form: a version, the targets' names, and the events, grouped by the targets
 * that they were routed to and the targets that accepted them. An event takes sixteen bytes and the
 * milliseconds between its record and the receipt, usually two or three more.
 */
final class ReceiptCodec {
  private static final int VERSION = 3;

  /** With the rest of the item it stays below DynamoDB's 400 KB. */
  private static final int MOST_EVENTS = 10_000;

  /** What a group of events has in common; {@code routed} is empty if it is unknown. */
  private record Fate(
      Optional<Set<String>> routed, Set<String> published, Set<String> deduplicated) {
    static Fate of(Receipt.Handled event) {
      Optional<Set<String>> routed = event.routed().map(TreeSet::new);
      return new Fate(
          routed, new TreeSet<>(event.published()), new TreeSet<>(event.deduplicated()));
    }
  }

  private ReceiptCodec() {}

  /** The receipt in one form, or in several if it does not fit into an item. */
  static List<byte[]> encode(Receipt receipt) {
    List<byte[]> forms = new ArrayList<>();
    List<Receipt.Handled> events = receipt.events();
    for (int from = 0; from < events.size(); from += MOST_EVENTS) {
      int to = Math.min(events.size(), from + MOST_EVENTS);
      forms.add(form(receipt.at(), events.subList(from, to)));
    }
    return forms;
  }

  private static byte[] form(Instant at, List<Receipt.Handled> events) {
    Map<Fate, List<Receipt.Handled>> fates = new LinkedHashMap<>();
    events.forEach(
        event -> fates.computeIfAbsent(Fate.of(event), fate -> new ArrayList<>()).add(event));
    Set<String> names = new TreeSet<>();
    fates
        .keySet()
        .forEach(
            fate -> {
              fate.routed().ifPresent(names::addAll);
              names.addAll(fate.published());
              names.addAll(fate.deduplicated());
            });
    List<String> targets = List.copyOf(names);
    ByteSink sink = new ByteSink().count(VERSION).count(targets.size());
    targets.forEach(sink::text);
    sink.count(fates.size());
    fates.forEach(
        (fate, some) -> {
          sink.count(fate.routed().isPresent() ? 1 : 0);
          fate.routed().ifPresent(routed -> write(routed, targets, sink));
          write(fate.published(), targets, sink);
          write(fate.deduplicated(), targets, sink);
          sink.count(some.size());
          some.forEach(event -> write(at, event, sink));
        });
    return sink.toBytes();
  }

  private static void write(Set<String> some, List<String> targets, ByteSink sink) {
    sink.count(some.size());
    some.forEach(target -> sink.count(targets.indexOf(target)));
  }

  /**
   * A writer's clock may be ahead of the relay's, or say anything: a difference that exceeds 64
   * bits wraps around, here and in {@link #written}.
   */
  private static void write(Instant at, Receipt.Handled event, ByteSink sink) {
    long written = event.writtenAt().toEpochMilli();
    EventMark mark = EventMark.of(event.record(), written, event.index(), event.id());
    sink.fixed(mark.high()).fixed(mark.low()).signed(at.toEpochMilli() - written);
  }

  /** The events of a receipt; empty if another version wrote it. */
  static Optional<List<Handled>> decode(Instant at, byte[] form) {
    ByteSource source = new ByteSource(form);
    if (source.count() != VERSION) {
      return Optional.empty();
    }
    List<String> targets = new ArrayList<>();
    for (int left = source.count(); left > 0; left--) {
      targets.add(source.text());
    }
    List<Handled> events = new ArrayList<>();
    for (int left = source.count(); left > 0; left--) {
      Optional<Set<String>> routed =
          source.count() == 1 ? Optional.of(names(source, targets)) : Optional.empty();
      Set<String> published = names(source, targets);
      Set<String> deduplicated = names(source, targets);
      for (int more = source.count(); more > 0; more--) {
        EventMark mark = new EventMark(source.fixed(), source.fixed());
        events.add(
            new Handled(mark, written(at, source.signed()), routed, published, deduplicated));
      }
    }
    return Optional.of(events);
  }

  private static Instant written(Instant at, long age) {
    return Instant.ofEpochMilli(at.toEpochMilli() - age);
  }

  private static Set<String> names(ByteSource source, List<String> targets) {
    Set<String> names = new TreeSet<>();
    for (int left = source.count(); left > 0; left--) {
      names.add(targets.get(source.count()));
    }
    return names;
  }
}
