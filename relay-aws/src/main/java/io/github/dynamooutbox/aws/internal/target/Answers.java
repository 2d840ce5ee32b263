package io.github.dynamooutbox.aws.internal.target;

import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import org.jspecify.annotations.Nullable;

/** Per-entry results that a service left out or said in its own words. */
final class Answers {
  private Answers() {}

  /** The answer cannot be matched with the request: what was accepted is not known. */
  static BatchOutcome miscounted(int entries, int results) {
    String message = "%d entries sent, %d results received".formatted(entries, results);
    return BatchOutcome.all(entries, new PublishOutcome.Retry("ResultCountMismatch", message));
  }

  static PublishOutcome missing() {
    return new PublishOutcome.Retry("ResultMissing", "the answer does not mention this entry");
  }

  static String code(@Nullable String code) {
    return code == null || code.isEmpty() ? "Unknown" : code;
  }

  static String message(@Nullable String message) {
    return message == null ? "no message" : RequestErrors.shortened(message);
  }
}
