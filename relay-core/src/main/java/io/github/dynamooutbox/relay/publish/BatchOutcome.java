package io.github.dynamooutbox.relay.publish;

import java.util.Collections;
import java.util.List;

/** What became of one request to a target. */
public sealed interface BatchOutcome {

  /** Every entry has the same outcome, for example because the request as a whole timed out. */
  static BatchOutcome all(int entries, PublishOutcome outcome) {
    return new PerEntry(Collections.nCopies(entries, outcome));
  }

  /**
   * The service answered for each entry.
   *
   * @param outcomes one for each entry of the request, in its order
   */
  record PerEntry(List<PublishOutcome> outcomes) implements BatchOutcome {
    public PerEntry {
      outcomes = List.copyOf(outcomes);
    }
  }

  /**
   * The service refused the request as a whole with a client error, which says nothing about a
   * single entry unless the request held just one. The relay halves the batch and sends again.
   *
   * @param code the service's error code
   * @param message what happened, without payload
   */
  record RequestRefused(String code, String message) implements BatchOutcome {}
}
