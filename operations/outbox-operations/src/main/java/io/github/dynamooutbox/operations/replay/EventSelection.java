package io.github.dynamooutbox.operations.replay;

import io.github.dynamooutbox.format.ContextAttribute;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import java.time.Instant;
import java.util.Optional;

/**
 * Selects events: those that meet all of the given conditions. Immutable.
 *
 * @param aggregate {@code type#id}; without it, a replay reads the whole table
 * @param type the events' type
 * @param tenant the records' tenant
 * @param eventId one event's id
 * @param from written at this time or later, by the writer's clock
 * @param to written before this time
 */
public record EventSelection(
    Optional<String> aggregate,
    Optional<String> type,
    Optional<String> tenant,
    Optional<String> eventId,
    Optional<Instant> from,
    Optional<Instant> to) {
  /** Whether an event of a record is selected. */
  public boolean includes(OutboxRecord record, OutboxEvent event) {
    Instant written = record.context().writtenAt();
    return aggregate.map(record.aggregate().toString()::equals).orElse(true)
        && type.map(event.type()::equals).orElse(true)
        && (tenant.isEmpty() || tenant.equals(record.context().get(ContextAttribute.TENANT)))
        && eventId.map(event.id()::equals).orElse(true)
        && from.map(time -> !written.isBefore(time)).orElse(true)
        && to.map(written::isBefore).orElse(true);
  }

  /** Whether at least one event of a record is selected. */
  public boolean includesSome(OutboxRecord record) {
    return record.events().stream().anyMatch(event -> includes(record, event));
  }
}
