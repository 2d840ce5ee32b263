package io.github.dynamooutbox.operations.operate;

import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.WayOut;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What became of an event.
 *
 * @param record the key of the record that contains it
 * @param sequence the aggregate's version after the transaction, if the record has one
 * @param event the event itself; its {@code toString} has no payload
 * @param committed when it was committed, by its writer's clock just before the commit
 * @param tenant the tenant of the commit, if one was given
 * @param published by target, when the receipt of the publication was written, a little after the
 *     publication itself
 * @param deduplicated targets that said at least once that they had it already, so that they stored
 *     it once although it was sent again; most targets do not say so
 * @param dropped when the receipt was written that a rule dropped it
 * @param parked the event as it is parked, once for each queue
 * @param decided what operators decided about it
 */
public record EventHistory(
    RecordKey record,
    OptionalLong sequence,
    OutboxEvent event,
    Instant committed,
    Optional<String> tenant,
    Map<String, Instant> published,
    Set<String> deduplicated,
    Optional<Instant> dropped,
    List<ParkedEvent> parked,
    List<WayOut> decided) {
  public EventHistory {
    published = Map.copyOf(published);
    deduplicated = Set.copyOf(deduplicated);
    parked = List.copyOf(parked);
    decided = List.copyOf(decided);
  }
}
