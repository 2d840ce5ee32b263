package io.github.dynamooutbox.aws.operate;

import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.WayOut;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What became of an event.
 *
 * @param record the record that it lies in
 * @param sequence of its aggregate's transaction
 * @param event the event itself; its {@code toString} has no payload
 * @param committed by its writer's clock, just before the commit
 * @param tenant of the commit
 * @param published when a receipt was written of its publication, by target: a little later than it
 *     was published
 * @param dropped when a receipt was written that a rule dropped it
 * @param parked where it is parked
 * @param decided what somebody has decided about it
 */
public record EventHistory(
    RecordKey record,
    OptionalLong sequence,
    OutboxEvent event,
    Instant committed,
    Optional<String> tenant,
    Map<String, Instant> published,
    Optional<Instant> dropped,
    List<ParkedEvent> parked,
    List<WayOut> decided) {
  public EventHistory {
    published = Map.copyOf(published);
    parked = List.copyOf(parked);
    decided = List.copyOf(decided);
  }
}
