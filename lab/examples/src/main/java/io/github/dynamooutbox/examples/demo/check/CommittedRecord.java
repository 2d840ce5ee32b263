package io.github.dynamooutbox.examples.demo.check;

import java.time.Instant;
import java.util.List;

/**
 * The events of one aggregate that one transaction committed.
 *
 * @param aggregate type and id of the aggregate
 * @param sequence the aggregate's version after the transaction
 * @param eventIds ids of the events in the order in which the transaction raised them
 * @param writtenAt the writer's clock just before the commit
 */
public record CommittedRecord(
    String aggregate, long sequence, List<String> eventIds, Instant writtenAt) {
  public CommittedRecord {
    eventIds = List.copyOf(eventIds);
  }
}
