package io.github.dynamooutbox.operations.operate;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.aws.control.EventMark;
import io.github.dynamooutbox.aws.control.ReceiptReader;
import io.github.dynamooutbox.format.ContextAttribute;
import io.github.dynamooutbox.format.DecodeResult;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Finds out what became of an aggregate's events. */
record HistoryReader(
    RelayConfig config,
    ControlTable control,
    String controlName,
    RecordTable records,
    InstantSource clock) {
  List<EventHistory> of(String aggregate) {
    List<DecodeResult.Decoded> found = records.records(aggregate);
    List<ParkedEvent> parked =
        new QueueContents(control.queues(), controlName).ofAggregate(aggregate, config.targets());
    ReceiptSearch receipts = new ReceiptSearch(control.receiptReader(), controlName, clock);
    Set<EventMark> marks = new HashSet<>();
    for (DecodeResult.Decoded record : found) {
      for (int index = 0; index < record.record().events().size(); index++) {
        marks.add(ReceiptSearch.mark(record, index));
      }
    }
    found.stream()
        .map(each -> ReceiptReader.earliest(each.record().context().writtenAt(), clock.instant()))
        .min(Instant::compareTo)
        .ifPresent(first -> receipts.run(marks, first));
    List<EventHistory> histories = new ArrayList<>();
    for (DecodeResult.Decoded record : found) {
      List<OutboxEvent> events = record.record().events();
      for (int index = 0; index < events.size(); index++) {
        histories.add(history(record, index, receipts, parked));
      }
    }
    return histories;
  }

  private EventHistory history(
      DecodeResult.Decoded record, int index, ReceiptSearch receipts, List<ParkedEvent> parked) {
    OutboxEvent event = record.record().events().get(index);
    EventMark mark = ReceiptSearch.mark(record, index);
    return new EventHistory(
        record.key(),
        record.record().sequence(),
        event,
        record.record().context().writtenAt(),
        record.record().context().get(ContextAttribute.TENANT),
        receipts.published(mark),
        receipts.deduplicated(mark),
        receipts.dropped(mark),
        parked.stream().filter(each -> isOf(each, record, index)).toList(),
        AwsFailures.await(controlName, control.waysOut().of(event.id())).stream()
            .filter(decision -> decision.concerns(record.key(), index))
            .toList());
  }

  private static boolean isOf(ParkedEvent parked, DecodeResult.Decoded record, int index) {
    int at = parked.place().index();
    return parked.place().record().equals(record.key())
        && (at == index || at == ParkedEvent.WHOLE_RECORD);
  }
}
