package io.github.dynamooutbox.cli.internal.command;

import io.github.dynamooutbox.format.ContextAttribute;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What is listed of a record: no payload, so that very many of them fit into memory. */
record ListedRecord(
    Instant committed,
    String aggregate,
    OptionalLong sequence,
    Optional<String> tenant,
    List<Event> events) {
  /** What is listed of an event. */
  record Event(String type, String id) {}

  static ListedRecord of(OutboxRecord record) {
    return new ListedRecord(
        record.context().writtenAt(),
        record.aggregate().toString(),
        record.sequence(),
        record.context().get(ContextAttribute.TENANT),
        record.events().stream().map(ListedRecord::event).toList());
  }

  private static Event event(OutboxEvent event) {
    return new Event(event.type(), event.id());
  }
}
