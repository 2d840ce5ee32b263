package io.github.dynamooutbox.localaws.mapping;

import java.util.Map;

/**
 * What a mapping has done so far. A snapshot: its numbers were not all read at the same moment.
 *
 * @param recordsRead records that the stream gave
 * @param recordsFiltered of these, records that no filter took
 * @param recordsDelivered records behind which the mapping went on because the function had handled
 *     them
 * @param recordsDiscarded records given up
 * @param invocations calls of the function, whatever came of them
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
