package io.github.dynamooutbox.operations.replay;

import io.github.dynamooutbox.format.DecodeResult;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.operations.archive.ArchivedEvent;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Rebuilds records from those of their events that an archive has. For each missing event, a
 * placeholder without content keeps the others at their index; it is never published.
 */
final class ArchivedRecord {
  /** Without meaning: the record is in no table. */
  private static final Duration KEPT = Duration.ofDays(7);

  private ArchivedRecord() {}

  static DecodeResult.Decoded of(PlanLine line) {
    return of(
        line.record(),
        line.archived().stream()
            .map(each -> ArchivedEvent.parse(each.getBytes(StandardCharsets.UTF_8)))
            .toList());
  }

  /** The record as if it had only this event. */
  static OutboxRecord alone(ArchivedEvent event) {
    return record(event, List.of(event.event()));
  }

  /**
   * @param events events of one record, at least one
   */
  static DecodeResult.Decoded of(RecordKey key, List<ArchivedEvent> events) {
    ArchivedEvent first = events.get(0);
    List<OutboxEvent> all = new ArrayList<>(first.count());
    for (int index = 0; index < first.count(); index++) {
      all.add(nothing(first, index));
    }
    events.stream()
        .filter(each -> each.index() < all.size())
        .forEach(each -> all.set(each.index(), each.event()));
    return new DecodeResult.Decoded(key, record(first, all));
  }

  private static OutboxRecord record(ArchivedEvent known, List<OutboxEvent> events) {
    return new OutboxRecord(
        known.aggregate(),
        known.sequence(),
        events,
        known.context(),
        known.context().writtenAt().plus(KEPT),
        Item.empty());
  }

  private static OutboxEvent nothing(ArchivedEvent known, int index) {
    return new OutboxEvent(
        "not-archived-" + index,
        "NotArchived",
        known.event().time(),
        "application/json",
        Optional.empty(),
        Payload.of("null"),
        Optional.empty(),
        Map.of());
  }
}
