package io.github.dynamooutbox.operations.operate;

import io.github.dynamooutbox.aws.control.EventMark;
import io.github.dynamooutbox.aws.control.ReceiptReader;
import io.github.dynamooutbox.aws.control.StoredReceipt;
import io.github.dynamooutbox.format.DecodeResult;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Searches receipts for certain events. Used by one thread after the other. */
final class ReceiptSearch {
  private static final Duration FIRST_STEP = Duration.ofHours(1);

  private final ReceiptReader reader;
  private final String control;
  private final InstantSource clock;
  private final Map<EventMark, Map<String, Instant>> published = new HashMap<>();
  private final Map<EventMark, Set<String>> deduplicated = new HashMap<>();
  private final Map<EventMark, Set<String>> routed = new HashMap<>();
  private final Map<EventMark, Instant> dropped = new HashMap<>();

  ReceiptSearch(ReceiptReader reader, String control, InstantSource clock) {
    this.reader = reader;
    this.control = control;
    this.clock = clock;
  }

  static EventMark mark(DecodeResult.Decoded record, int index) {
    return EventMark.of(record.key(), record.record(), index);
  }

  /**
   * Reads from a time until now, or until each event has reached the targets it was routed to: an
   * hour, and then each time twice as much as before.
   *
   * @param first see {@link ReceiptReader#earliest}
   */
  void run(Set<EventMark> events, Instant first) {
    Instant end = clock.instant().plus(ReceiptReader.SKEW);
    Instant from = first;
    Duration step = FIRST_STEP;
    while (from.isBefore(end) && !events.stream().allMatch(this::isFinished)) {
      Instant to = from.plus(step).isBefore(end) ? from.plus(step) : end;
      AwsFailures.await(
          control, reader.readInSlices(from, to, receipt -> add(receipt, events), units -> {}));
      from = to;
      step = step.multipliedBy(2);
    }
  }

  private void add(StoredReceipt receipt, Set<EventMark> events) {
    for (StoredReceipt.Handled handled : AwsFailures.events(receipt, control)) {
      if (events.contains(handled.event())) {
        add(receipt.at(), handled);
      }
    }
  }

  private void add(Instant at, StoredReceipt.Handled handled) {
    handled
        .published()
        .forEach(target -> published(handled.event()).merge(target, at, ReceiptSearch::first));
    deduplicated(handled.event()).addAll(handled.deduplicated());
    handled
        .routed()
        .ifPresent(
            targets -> {
              routed.computeIfAbsent(handled.event(), event -> new HashSet<>()).addAll(targets);
              if (targets.isEmpty()) {
                dropped.merge(handled.event(), at, ReceiptSearch::first);
              }
            });
  }

  private static Instant first(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }

  private boolean isFinished(EventMark event) {
    return routed.containsKey(event)
        && published(event).keySet().containsAll(routed.getOrDefault(event, Set.of()));
  }

  /** Where an event was published, and when. */
  Map<String, Instant> published(EventMark event) {
    return published.computeIfAbsent(event, each -> new TreeMap<>());
  }

  /** Targets that said at least once that they had the event already. */
  Set<String> deduplicated(EventMark event) {
    return deduplicated.computeIfAbsent(event, each -> new TreeSet<>());
  }

  /** When the receipt was written that a rule dropped the event. */
  Optional<Instant> dropped(EventMark event) {
    return Optional.ofNullable(dropped.get(event));
  }
}
