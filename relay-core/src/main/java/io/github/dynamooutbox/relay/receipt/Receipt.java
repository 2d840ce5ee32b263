package io.github.dynamooutbox.relay.receipt;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What a relay has finished since the previous receipt.
 *
 * @param at time of the receipt
 * @param published ids of the events that each target accepted
 * @param dropped ids of the events that a rule dropped
 */
public record Receipt(Instant at, Map<String, List<String>> published, List<String> dropped) {
  public Receipt {
    published = Map.copyOf(published);
    dropped = List.copyOf(dropped);
  }
}
