package io.github.dynamooutbox.operations.replay;

import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.aws.control.EventMark;
import io.github.dynamooutbox.aws.control.ReceiptReader;
import io.github.dynamooutbox.aws.control.StoredReceipt;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.operations.operate.AwsFailures;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.QueueContents;
import io.github.dynamooutbox.relay.Routing;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.progress.FinishedAheadStore;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The deliveries of a chunk that the control table accounts for. Queues are read before receipts:
 * an event leaves a queue only when its receipt is durable. Not thread-safe.
 */
final class KnownDeliveries {
  private final ControlTable control;
  private final String controlName;
  private final Routing routing;
  private final KnownDecisions decisions;
  private final FinishedAheadStore ahead;
  private final FailedChunk chunk;
  private final Set<FinishedDelivery> finished = new HashSet<>();
  private final Map<Lane, Instant> latest = new HashMap<>();

  /** A lane by the number of its aggregate: receipts do not name aggregates. */
  private record Lane(long aggregate, String target) {}

  /**
   * @param ahead the list of the relay whose records these were
   */
  KnownDeliveries(
      ControlTable control,
      String controlName,
      Routing routing,
      KnownDecisions decisions,
      FinishedAheadStore ahead,
      FailedChunk chunk) {
    this.control = control;
    this.controlName = controlName;
    this.routing = routing;
    this.decisions = decisions;
    this.ahead = ahead;
    this.chunk = chunk;
  }

  /**
   * Reads queues, receipts from the first commit of the chunk until now, what was finished ahead,
   * and what operators have decided about events that these leave open.
   *
   * @throws OperatorException if the control table cannot be read
   */
  void read() {
    queues();
    receipts();
    chunk.positions().values().stream()
        .min(Comparator.naturalOrder())
        .ifPresent(first -> finished.addAll(AwsFailures.await(controlName, ahead.load(first))));
    decisions();
  }

  /** What need not be sent. */
  Set<FinishedDelivery> finished() {
    return finished;
  }

  boolean includes(Envelope event, String target) {
    return finished.contains(delivery(event, target))
        || finished.contains(delivery(event, LaneKey.ALL_TARGETS));
  }

  /** Whether a record that cannot be read is parked, or was taken out. */
  boolean includes(RecordKey unreadable) {
    return finished.stream()
        .anyMatch(
            each -> each.record().equals(unreadable) && each.index() == ParkedEvent.WHOLE_RECORD);
  }

  /** Whether a target has an event of the same aggregate that was written later. */
  boolean isLate(Envelope event, String target) {
    Instant last = latest.getOrDefault(new Lane(mark(event).aggregate(), target), Instant.MIN);
    return last.isAfter(event.record().context().writtenAt());
  }

  private static FinishedDelivery delivery(Envelope event, String target) {
    return new FinishedDelivery(event.position(), event.key(), event.index(), target);
  }

  static EventMark mark(Envelope event) {
    return EventMark.of(event.key(), event.record(), event.index());
  }

  private void queues() {
    QueueContents contents = new QueueContents(control, controlName);
    Set<Integer> parts = new HashSet<>();
    chunk
        .positions()
        .keySet()
        .forEach(key -> parts.add(QueueName.partOf(new LaneKey("", chunk.aggregate(key)))));
    for (int part : parts) {
      contents.each(
          AwsFailures.await(controlName, control.queues().queues(part)),
          (queue, events) -> {
            events.forEach(this::parked);
            return true;
          });
    }
  }

  private void parked(ParkedEvent event) {
    StreamPosition position = chunk.positions().get(event.place().record());
    if (position != null) {
      finished.add(
          new FinishedDelivery(
              position,
              event.place().record(),
              event.place().index(),
              event.place().lane().target()));
    }
  }

  private void receipts() {
    Map<EventMark, Envelope> marks = new HashMap<>();
    Set<Long> aggregates = new HashSet<>();
    Instant now = Instant.now();
    Instant first = now;
    for (Envelope event : chunk.events()) {
      marks.put(mark(event), event);
      aggregates.add(mark(event).aggregate());
      Instant from = ReceiptReader.earliest(event.record().context().writtenAt(), now);
      first = from.isBefore(first) ? from : first;
    }
    if (marks.isEmpty()) {
      return;
    }
    AwsFailures.await(
        controlName,
        control
            .receiptReader()
            .readSince(
                first, Instant.now(), receipt -> add(receipt, marks, aggregates), units -> {}));
  }

  private void add(StoredReceipt receipt, Map<EventMark, Envelope> marks, Set<Long> aggregates) {
    for (StoredReceipt.Handled handled : AwsFailures.events(receipt, controlName)) {
      Envelope event = marks.get(handled.event());
      for (String target : handled.published()) {
        if (event != null) {
          finished.add(delivery(event, target));
        }
        if (aggregates.contains(handled.event().aggregate())) {
          latest.merge(
              new Lane(handled.event().aggregate(), target),
              handled.writtenAt(),
              (one, other) -> one.isAfter(other) ? one : other);
        }
      }
    }
  }

  private void decisions() {
    decisions.each(
        chunk.events().stream().filter(this::isOpen).toList(),
        (event, target) -> finished.add(delivery(event, target)));
  }

  /** Whether a target of the event is not accounted for yet. */
  private boolean isOpen(Envelope event) {
    return routing.targets(event).orElse(Set.of(LaneKey.ALL_TARGETS)).stream()
        .anyMatch(target -> !includes(event, target));
  }
}
