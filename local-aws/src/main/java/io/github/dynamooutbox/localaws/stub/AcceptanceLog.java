package io.github.dynamooutbox.localaws.stub;

import java.util.List;

/**
 * What a service's targets took, in the order in which they took it: the witness that a test asks
 * when it wants to know what really arrived. An entry is in it as soon as it is accepted, also when
 * the answer to its request is lost. Entries stay when their target is deleted. Thread-safe; the
 * lists are snapshots.
 */
public interface AcceptanceLog<T extends Accepted> {

  /** All that was accepted, in order of acceptance. */
  List<T> accepted();

  /** What one bus, topic or stream accepted, in order of acceptance. */
  List<T> accepted(String target);

  /**
   * What was accepted after the entry with this ordinal; 0 gives all. For reading on from time to
   * time.
   */
  List<T> acceptedAfter(long ordinal);

  /** How many were accepted; also the ordinal of the last one. */
  long count();

  /**
   * What was answered as a success and yet not taken, as the services do: events for a bus that
   * does not exist, and messages that a FIFO topic recognised as duplicates. Its ordinals count for
   * themselves.
   */
  List<T> discarded();
}
