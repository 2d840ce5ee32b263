package io.github.dynamooutbox.localaws.mapping;

import java.util.Map;

/**
 * A mapping's progress so far. A snapshot: its numbers were not all read at the same moment.
 *
 * @param recordsRead records read from the stream
 * @param recordsFiltered of these, records that matched no filter
 * @param recordsDelivered records that the function has handled
 * @param recordsDiscarded records that were discarded
 * @param invocations calls of the function, failed or not
 * @param failedInvocations calls that failed, wholly or in part
 * @param retries calls with records that the function had been called with before
 * @param positions per shard, the sequence number up to which everything is delivered, filtered or
 *     discarded
 */
public record MappingProgress(
    long recordsRead,
    long recordsFiltered,
    long recordsDelivered,
    long recordsDiscarded,
    long invocations,
    long failedInvocations,
    long retries,
    Map<String, String> positions) {

  public MappingProgress {
    positions = Map.copyOf(positions);
  }
}
