package io.github.dynamooutbox.aws.invocation;

import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.util.ArrayList;
import java.util.List;

/**
 * What Lambda passes to one invocation: records of one shard, in stream order.
 *
 * @param source ARN of the stream, empty if the event does not say
 * @param records in the event's order
 */
public record StreamEvent(String source, List<StreamRecord> records) {
  public StreamEvent {
    records = new ArrayList<>(records);
  }

  /**
   * Returns the records and removes them from this event: a batch is large, so the caller should be
   * able to drop each record as soon as it is read, even while something else still holds the
   * event.
   */
  public List<StreamRecord> takeRecords() {
    List<StreamRecord> taken = List.copyOf(records);
    records.clear();
    return taken;
  }

  /** The table and the stream's label, without account: names the shard in logs. */
  public String name() {
    int table = source.indexOf(":table/");
    return table < 0 ? source : source.substring(table + ":table/".length());
  }
}
