package io.github.dynamooutbox.operations.operate;

import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.WayOut;
import java.util.List;

/**
 * A record that this version cannot read.
 *
 * @param sort its sort key
 * @param problem why it cannot be read, without its content
 * @param parked the record as it is parked, once for each queue
 * @param decided what operators decided about it
 */
public record UnreadableRecord(
    String sort, String problem, List<ParkedEvent> parked, List<WayOut> decided) {
  public UnreadableRecord {
    parked = List.copyOf(parked);
    decided = List.copyOf(decided);
  }
}
