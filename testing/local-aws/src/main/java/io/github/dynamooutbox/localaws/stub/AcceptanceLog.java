package io.github.dynamooutbox.localaws.stub;

import java.util.List;

/**
 * What a service's targets accepted, in order of acceptance: a test's evidence of what really
 * arrived. An entry appears as soon as it is accepted, even if the answer to its request is lost.
 * Entries stay when their target is deleted. Thread-safe; the lists are snapshots.
 */
public interface AcceptanceLog<T extends Accepted> {

  /** All that was accepted, in order of acceptance. */
  List<T> accepted();

  /** What one bus, topic or stream accepted, in order of acceptance. */
  List<T> accepted(String target);

  /** What was accepted after the entry with this ordinal; 0 gives all. For incremental reads. */
  List<T> acceptedAfter(long ordinal);

  /** How many were accepted; also the ordinal of the last one. */
  long count();

  /**
   * What was acknowledged but not accepted, as the services do with events for a bus that does not
   * exist and with messages that a FIFO topic recognized as duplicates. Numbered separately.
   */
  List<T> discarded();
}
