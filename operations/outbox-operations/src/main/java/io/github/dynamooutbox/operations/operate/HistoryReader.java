package io.github.dynamooutbox.operations.operate;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.aws.control.EventMark;
import io.github.dynamooutbox.aws.control.ReceiptReader;
import io.github.dynamooutbox.format.AttributeView;
import io.github.dynamooutbox.format.ContextAttribute;
import io.github.dynamooutbox.format.DecodeResult;
import io.github.dynamooutbox.format.ItemView;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.WayOut;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds the history of an aggregate's events. */
record HistoryReader(
    RelayConfig config,
    ControlTable control,
    String controlName,
    RecordTable records,
    InstantSource clock) {
  /**
   * Reads all of it.
   *
   * @param archived its records as an archive has them
   */
  AggregateHistory of(String aggregate, List<DecodeResult.Decoded> archived) {
    RecordCodec codec = new RecordCodec(config.table().schema());
    List<ParkedEvent> parked =
        new QueueContents(control, controlName).ofAggregate(aggregate, config.targets());
    Map<RecordKey, DecodeResult.Decoded> found = new LinkedHashMap<>();
    records.records(aggregate).forEach(record -> found.put(record.key(), record));
    Map<RecordKey, UnreadableRecord> unreadable = new LinkedHashMap<>();
    records
        .unreadable(aggregate)
        .forEach(item -> unreadable(key(item, codec), item, codec, parked, unreadable));
    // A record that has expired is parked for ever, with a copy.
    for (ParkedEvent event : parked) {
      RecordKey key = event.place().record();
      if (!found.containsKey(key) && !unreadable.containsKey(key)) {
        codec
            .decode(event.item())
            .fold(
                decoded -> found.put(key, decoded),
                newer -> unreadable(key, event.item(), codec, parked, unreadable),
                malformed -> unreadable(key, event.item(), codec, parked, unreadable));
      }
    }
    archived.forEach(record -> found.putIfAbsent(record.key(), record));
    List<DecodeResult.Decoded> sorted =
        found.values().stream()
            .sorted(Comparator.comparing((DecodeResult.Decoded record) -> record.key().sort()))
            .toList();
    return new AggregateHistory(histories(sorted, parked), List.copyOf(unreadable.values()));
  }

  private static RecordKey key(ItemView item, RecordCodec codec) {
    return new RecordKey(
        text(item, codec.schema().partitionKey()), text(item, codec.schema().sortKey()));
  }

  private static String text(ItemView item, String name) {
    AttributeView value = item.get(name);
    return value == null ? "" : value.string();
  }

  private Object unreadable(
      RecordKey key,
      ItemView item,
      RecordCodec codec,
      List<ParkedEvent> parked,
      Map<RecordKey, UnreadableRecord> all) {
    String problem =
        codec
            .decode(item)
            .fold(
                decoded -> "",
                newer ->
                    "has format version %s, which this tool is too old to read"
                        .formatted(newer.version()),
                malformed -> "is malformed: " + malformed.message());
    all.put(
        key,
        new UnreadableRecord(
            key.sort(),
            problem,
            parked.stream().filter(each -> each.place().record().equals(key)).toList(),
            decisions(key.partition() + '/' + key.sort(), key, ParkedEvent.WHOLE_RECORD)));
    return all;
  }

  private List<WayOut> decisions(String eventId, RecordKey record, int index) {
    return AwsFailures.await(controlName, control.waysOut().of(eventId)).stream()
        .filter(decision -> decision.concerns(record, index))
        .toList();
  }

  private List<EventHistory> histories(List<DecodeResult.Decoded> found, List<ParkedEvent> parked) {
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
        decisions(event.id(), record.key(), index));
  }

  private static boolean isOf(ParkedEvent parked, DecodeResult.Decoded record, int index) {
    int at = parked.place().index();
    return parked.place().record().equals(record.key())
        && (at == index || at == ParkedEvent.WHOLE_RECORD);
  }
}
